"""Answers the rendering tests show: one of every part, in two languages, and one full of hostile text."""

from __future__ import annotations

from dataclasses import replace

from rea.answer import Answer, Citation, Claim, Excerpt, FlowRow, SearchFact, Stamp, Table
from rea.plan import Reading

HOSTILE = "\x1b[31mred\x1b[0m \u202eevil| `a``b` <script>x()</script> [x](http://e) # *b* _c_ \x9b2J \u200b"
LONG = "server/larder/security/a/very/long/path/that/does/not/fit/anywhere/guards.py"

ISSUE = (
    "def issue(member: Member, settings: Settings) -> Pair:",
    '    """A fresh access and refresh token."""',
    "\taccess = sign({'sub': member.id, 'exp': now() + settings.access_seconds}, settings.key)",
    "    return Pair(access, refresh(member))",
)


def cited(path: str, start: int, end: int, *keywords: str) -> Citation:
    """A verified citation."""
    return Citation(path, start, end, keywords, "0" * 40, "verified")


def sample() -> Answer:
    """An answer with every part."""
    login = cited("web/src/views/SignIn.vue", 12, 30, "onSubmit")
    receive = cited("server/larder/api/auth.py", 40, 58, "sign_in")
    issue = cited("server/larder/security/tokens.py", 21, 24, "issue")
    verify = cited("server/larder/security/tokens.py", 60, 60, "verify")
    flow = (
        FlowRow("submit", "Credential submission", "onSubmit (SignIn.vue)", "sign_in (auth.py)",
                (login, receive), "proven"),
        FlowRow("issue", "Token issue", "sign_in (auth.py)", "issue (tokens.py)",
                (receive, issue, verify), "proven"),
        FlowRow("permission", "Permission check", "require_role (guards.py)", "",
                (cited(LONG, 5, 9),), "to_be_confirmed"),
    )  # fmt: skip
    table = Table(
        "Data flow",
        ("layer", "write", "read", "invalidate", "notes"),
        (
            (
                Claim("memory cache", ()),
                Claim("put (cache.py)", (issue,)),
                Claim("get (cache.py)", (verify,)),
                Claim("drop (cache.py)", (receive,)),
                Claim("", ()),
            ),
        ),
    )
    return Answer(
        question="How does login work?",
        lang="en",
        status="answered",
        interpretation=Reading("login", "mixed", "", "names the flow", 2.0),
        alternatives=(Reading("update", "server", "data_migration", "names a kind", 1.0),),
        conclusion=(
            Claim("Login runs through onSubmit (SignIn.vue) → sign_in (auth.py) → issue (tokens.py).",
                  (login, receive, issue)),
        ),
        flow=flow,
        tables=(table,),
        risks=(Claim("refresh_token is written here, but no place that clears it was found.", (issue,)),),
        evidence=(Excerpt(issue, "Token issue", ISSUE),
                  Excerpt(login, "Credential submission", ("<script>", "onSubmit()"))),
        nearest=(),
        searched=(SearchFact("passphrase", 120, 14), SearchFact("saml|sso", 120, 0),
                  SearchFact("token", 7, 1, "web/**")),
        files_read=("server/larder/api/auth.py", "server/larder/security/tokens.py"),
        missing=("Invalidation",),
        stamp=Stamp("0.1.0", "0123456789abcdef", True, 130.0, "offline", 4, 21, 14, 1.23, "1a2b3c4d"),
        faults=(),
        reason="",
        subject=("login",),
    )  # fmt: skip


def chinese() -> Answer:
    """The same in Chinese, ambiguous."""
    answer = sample()
    row = replace(answer.flow[0], stage="凭证提交", trigger="登录表单 onSubmit", handler="请求封装层")
    said = "登录依次经过 onSubmit（SignIn.vue） → sign_in（auth.py）。"
    return replace(
        answer,
        question="登录流程是怎样的？",
        lang="zh",
        status="ambiguous",
        reason="several_readings",
        flow=(row, *answer.flow[1:]),
        conclusion=(Claim(said, answer.conclusion[0].citations),),
        missing=("失效处理",),
    )


def absent() -> Answer:
    """A feature the repository does not have."""
    answer = sample()
    nearest = Claim("The nearest thing is issue in tokens.py.", answer.flow[1].evidence[:1])
    return replace(
        answer, question="Where is SAML handled?", status="not_found", conclusion=(), flow=(), tables=(),
        risks=(), evidence=(), nearest=(nearest,), missing=(), subject=("saml",),
    )  # fmt: skip


def hostile() -> Answer:
    """Repository text everywhere it can stand, with everything that could do harm in it."""
    answer = sample()
    path = "src/\u202e|`x`\x1b]0;t\x07/<b>.py"
    bad = cited(path, 1, 2)
    return replace(
        answer,
        question=HOSTILE,
        conclusion=(Claim(HOSTILE, (bad,)),),
        flow=(FlowRow("a", HOSTILE, HOSTILE, HOSTILE, (bad,), "proven"),),
        tables=(Table(HOSTILE, (HOSTILE, "b"), ((Claim(HOSTILE, ()), Claim(HOSTILE, (bad,))),)),),
        evidence=(Excerpt(bad, HOSTILE, ("```", "````md", HOSTILE)),),
        risks=(Claim(HOSTILE, (bad,)),),
        missing=(HOSTILE,),
        faults=(HOSTILE,),
        searched=(SearchFact(HOSTILE, 1, 0),),
        stamp=replace(answer.stamp, notes=(HOSTILE,)),
        subject=(HOSTILE,),
    )
