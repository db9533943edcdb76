package app.accounts

import app.mail.Mailer
import io.ktor.server.routing.*

typealias Token = String

const val LIFETIME = 3600
val log by lazy { LoggerFactory.getLogger("accounts") }

interface Sessions {
    fun open(user: User): Token
}

enum class Role(val level: Int) {
    GUEST(0),
    ADMIN(9);

    val label = name.lowercase()
}

data class User(val email: String, var role: Role = Role.GUEST)

@Service
class Accounts(private val repo: Repo, mailer: Mailer) : Base<User>(), Sessions {
    @Inject lateinit var clock: Clock

    companion object {
        const val MAX_ATTEMPTS = 5
        fun create() = Accounts(Repo(), Mailer())
    }

    override fun open(user: User): Token {
        val token = sign(user.email) // a local value is no symbol
        repo.sessions?.insert(token)
        listOf(user).map(::notify)
        return token to LIFETIME
    }

    @Throws(LoginFailed::class)
    private fun notify(user: User) = Unit
}

object Registry : Base() {
    fun define() {}
}

fun User.isAdmin(): Boolean = role == Role.ADMIN

fun Route.accounts() {
    post("/login") { call.respond(Accounts.create()) }
}
