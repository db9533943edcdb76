"""What is left out by name: lists only. `.reaignore` (`!path`) and `.gitattributes` (linguist-vendored,
linguist-generated) overrule all of it.

Sources: GitHub linguist's vendor.yml and generated.rb for facts, then real checkouts. A module and not YAML
like the other tables, because every refresh needs it: reading it as YAML took longer than listing 2,500
files.
"""

from __future__ import annotations

from dataclasses import dataclass


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Version control and REA's own folder: never entered, never listed.
NEVER = _names(".git .hg .svn .bzr .jj .pijul _darcs CVS .rea")

# -- folders whose name alone decides, wherever they are; `a/b` is folder b directly in folder a ------------

VENDORED_FOLDERS = _words("""
    node_modules bower_components jspm_packages __pypackages__ site-packages .venv .virtualenv .yarn
    .pnpm-store .nuget Pods Carthage/Build Carthage/Checkouts Godeps/_workspace vendor/bundle elm-stuff
    ace-builds
""")
GENERATED_FOLDERS = _words("""
    __pycache__ __snapshots__ .mypy_cache .pytest_cache .ruff_cache .hypothesis .tox .nox .eggs
    .ipynb_checkpoints .gradle .idea .vs .next .nuxt .output .svelte-kit .angular .astro .docusaurus
    .parcel-cache .turbo .nyc_output .sass-cache .cache .dart_tool .terraform .terragrunt-cache
    .serverless .aws-sam .build .stack-work dist-newstyle DerivedData xcuserdata htmlcov lcov-report
    storybook-static bazel-bin bazel-out bazel-testlogs CMakeFiles cmake-build-debug cmake-build-release
""")
GENERATED_FOLDER_ENDING = ".egg-info"

# A folder that holds one of these files is what the file says, whatever the folder's name.
VENDORED_TELLTALES = ("pyvenv.cfg",)
GENERATED_TELLTALES = ("CACHEDIR.TAG", "CMakeCache.txt")

# -- folders that mean output only with evidence ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judged:
    """Folder names that need evidence: a file beside the folder or one inside it (globs; either is
    enough)."""

    names: tuple[str, ...]
    beside: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    vendored: bool = False


JUDGED = (
    Judged(("dist",), beside=_words("package.json bower.json setup.py pyproject.toml")),
    Judged(("target",), beside=_words("Cargo.toml pom.xml build.sbt project.clj")),
    Judged(("obj",), beside=_words("*.csproj *.fsproj *.vbproj")),
    Judged(("bin",), inside=_words("Debug Release net[0-9]* *.pyc *.class")),
    Judged(("_build",), beside=_words("mix.exs dune-project rebar.config conf.py")),
    Judged(("deps",), beside=_words("mix.exs rebar.config"), vendored=True),
    Judged(("_site",), beside=("_config.yml",)),
    Judged(("site",), beside=("mkdocs.yml",)),
    Judged(
        _words("build out output"),
        inside=_words("""
            asset-manifest.json .buildinfo intermediates classes _next *.chunk.js bdist.* temp.* tmp libs
        """),
    ),
    Judged(("coverage",), inside=_words("lcov.info lcov-report coverage-final.json clover.xml")),
    Judged(("Library",), beside=("ProjectSettings",)),
    Judged(_words("apidocs javadoc api"), inside=_words("allclasses-index.html package-list element-list")),
    Judged(_words("staticfiles static"), inside=("staticfiles.json",)),
)

# -- folders that are other people's code, or one's own ------------------------------------------------------

# A shop has vendors, a framework publishes views to `vendor/`, people sign in through third parties: evidence
# inside, up to three levels down, decides.
SUSPECTED = _names("""
    vendor vendors _vendor vendored third_party third-party thirdparty 3rdparty 3rd_party 3rd-party
    ThirdParty external externals extern 3p
""")
# Evidence: files and folders that only other people's code has.
MARKERS = _words("""
    modules.txt autoload.php .cargo-checksum.json LICEN[CS]E* COPYING* licen[cs]e* bower.json
    component.json composer.json *.min.js *.min.css *.podspec *.gemspec *.nuspec README.chromium
    README.google METADATA .gitmodules *-[0-9].[0-9]*.js jquery*.js bootstrap*.css github.com golang.org
    k8s.io gopkg.in google.golang.org
""")
# At the top of a repository these need no evidence, unless source files lie directly in them.
SUSPECTED_AT_TOP = _names("""
    vendor third_party third-party thirdparty 3rdparty 3rd_party 3rd-party ThirdParty
""")
SOURCE_SUFFIXES = _words(".py .js .ts .tsx .jsx .vue .go .java .kt .cs .php .rb .rs .ex .scala .swift .dart")
# Directly in one of these the suspected names need no evidence, and the next ones are suspected too.
ASSET_FOLDERS = _names("""
    assets static public js css javascripts stylesheets scripts styles wwwroot www
""")
SUSPECTED_IN_ASSETS = _names("lib libs plugins")
# Libraries known by their folder, anywhere below a folder of web assets.
LIBRARIES = _names("""
    pdfjs pdf.js tinymce tiny_mce ckeditor ckeditor4 ckeditor5 codemirror mathjax katex monaco-editor
    fontawesome font-awesome fontawesome-free jquery-ui datatables select2
""")

# -- files --------------------------------------------------------------------------------------------------

LOCK_FILES = _words("""
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock
    composer.lock symfony.lock Gemfile.lock gems.locked Cargo.lock poetry.lock pdm.lock uv.lock pixi.lock
    conda-lock.yml Pipfile.lock go.sum go.work.sum Gopkg.lock glide.lock buf.lock mix.lock rebar.lock
    pubspec.lock Podfile.lock Cartfile.resolved Package.resolved packages.lock.json project.assets.json
    paket.lock gradle.lockfile buildscript-gradle.lockfile verification-metadata.xml flake.lock
    stack.yaml.lock cabal.project.freeze MODULE.bazel.lock Chart.lock .terraform.lock.hcl
""")
GENERATED_FILES = _words(".pnp.cjs .pnp.loader.mjs .DS_Store Thumbs.db")
VENDORED_FILES = _words("""
    gradlew gradlew.bat mvnw mvnw.cmd MavenWrapperDownloader.java config.guess config.sub ltmain.sh
    install-sh aclocal.m4 libtool.m4 cpplint.py erlang.mk get-pip.py ez_setup.py cacert.pem
""")
# Ends of file names, compared in lower case.
MINIFIED_ENDINGS = _words(".min.js .min.mjs .min.cjs .min.css -min.js -min.css .min.html")
GENERATED_ENDINGS = _words("""
    .bundle.js .chunk.js .chunk.css .js.map .css.map .mjs.map .cjs.map .d.ts.map .snap .lock .tsbuildinfo
    .pb.go .pb.gw.go .pb.validate.go .pb.cc .pb.h .pb.swift .pb.dart .pbenum.dart .pbgrpc.dart
    .pbjson.dart _pb2.py _pb2.pyi _pb2_grpc.py _pb.js _pb.ts _pb.d.ts _pb_service.js _pb_service.ts
    _grpc_pb.js _grpc_pb.d.ts _connect.ts .connect.go .g.dart .freezed.dart .gr.dart .mocks.dart .g.cs
    .g.i.cs .designer.cs .designer.vb .feature.cs _generated.go .gen.go .generated.go .generated.ts
    .generated.js .generated.cs .xcuserstate .xcworkspacedata .nib
""")
BINARY_ENDINGS = _words("""
    .png .apng .jpg .jpeg .jfif .gif .webp .avif .heic .ico .icns .cur .bmp .tif .tiff .psd .xcf .sketch
    .woff .woff2 .ttf .ttc .otf .eot .mp3 .mp4 .m4a .m4v .mkv .mov .avi .webm .ogg .ogv .opus .wav .flac
    .aac .mo .zip .gz .tgz .bz2 .xz .zst .lz4 .7z .rar .jar .war .ear .aar .apk .aab .ipa .class .dex .pyc
    .pyo .pyd .whl .egg .dll .exe .msi .pdb .so .dylib .o .ko .wasm .node .nupkg .snk .pfx .p12 .jks
    .keystore .pdf .doc .docx .xls .xlsx .ppt .pptx .odt .ods .sqlite .sqlite3 .mdb .parquet .npy .npz
    .pkl .onnx .safetensors .swf .fla .glb .blend .deb .rpm .dmg .iso
""")

# -- how files with lines of 2,000 bytes and more are judged; see content.py --------------------------------

SCRIPT_ENDINGS = (".js", ".mjs", ".cjs", ".css")
PAGE_ENDINGS = (".html", ".htm", ".xhtml")
DATA_ENDINGS = _words("""
    .sql .md .mdx .rst .txt .json .jsonl .ndjson .json5 .xml .svg .csv .tsv .yaml .yml .toml .ini .env
    .properties .po .pot .tex .ipynb .patch .diff
""")
