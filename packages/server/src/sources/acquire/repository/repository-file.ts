import { isUtf8 } from "node:buffer";
import { extname } from "node:path/posix";

/** How a file of a repository is read: as a document of this extension, or as code in this language. */
export type FileReading = { document: string } | { code: string | null };

/** Folders that hold what others wrote, or what a program made. */
const vendored =
  /(^|\/)(node_modules|bower_components|jspm_packages|vendor|vendored|third[-_]party|3rdparty|external|externals|Godeps|Pods|Carthage|site-packages|\.venv|venv|dist|build|out|target|\.next|\.nuxt|coverage|__pycache__|__snapshots__|\.git|\.idea|\.yarn)\//i;

/** Files that a program wrote. */
const generated =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|composer\.lock|Cargo\.lock|Gemfile\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|go\.sum|flake\.lock|mix\.lock|Podfile\.lock)$|\.min\.(js|css)$|\.(map|snap|bundle\.js|pb\.go|g\.dart|designer\.cs)$|_pb2\.py$/i;

export const isVendored = (path: string): boolean => vendored.test(path) || generated.test(path);

/** Names of binary files; their bytes need not be looked at. */
const binary =
  /\.(7z|a|aac|avi|avif|bin|bmp|bz2|class|db|dll|dmg|dylib|eot|exe|flac|gif|gz|heic|icns|ico|jar|jpe?g|ko|lib|lz4|m4a|mkv|mov|mp3|mp4|npy|npz|o|obj|odt|ogg|onnx|otf|parquet|pdf|pkl|png|pptx?|docx?|xlsx?|psd|pt|pyc|rar|so|sqlite3?|tar|tflite|tgz|tiff?|ttf|wasm|wav|webm|webp|woff2?|xz|zip|zst)$/i;

export const isBinaryName = (path: string): boolean => binary.test(path);

/** Whether bytes are binary: a zero byte in the first pieces, or not UTF-8. Code in another charset counts as binary. */
export const isBinary = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, 8_000).includes(0) || !isUtf8(bytes);

/** Extensions of documents, by what they are read as. */
const documents: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    md: "md",
    markdown: "md",
    mdown: "md",
    mdx: "md",
    qmd: "md",
    rmd: "md",
    txt: "txt",
    text: "txt",
    rst: "txt",
    adoc: "txt",
    asciidoc: "txt",
    org: "txt",
    html: "html",
    htm: "html",
    csv: "csv",
    tsv: "tsv",
  }),
);

/** Languages by extension, in the words of Markdown's fences. */
const languages: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    bash: "bash",
    c: "c",
    cc: "cpp",
    cjs: "javascript",
    clj: "clojure",
    cljs: "clojure",
    cmake: "cmake",
    coffee: "coffeescript",
    cpp: "cpp",
    cs: "csharp",
    css: "css",
    cts: "typescript",
    cu: "cuda",
    cxx: "cpp",
    d: "d",
    dart: "dart",
    elm: "elm",
    erl: "erlang",
    ex: "elixir",
    exs: "elixir",
    f90: "fortran",
    fs: "fsharp",
    gd: "gdscript",
    go: "go",
    gradle: "groovy",
    graphql: "graphql",
    groovy: "groovy",
    h: "c",
    hcl: "hcl",
    hh: "cpp",
    hpp: "cpp",
    hs: "haskell",
    ini: "ini",
    java: "java",
    jl: "julia",
    js: "javascript",
    json: "json",
    json5: "json5",
    jsx: "jsx",
    kt: "kotlin",
    kts: "kotlin",
    less: "less",
    lua: "lua",
    m: "objectivec",
    mjs: "javascript",
    ml: "ocaml",
    mts: "typescript",
    nim: "nim",
    nix: "nix",
    php: "php",
    pl: "perl",
    pm: "perl",
    proto: "protobuf",
    ps1: "powershell",
    py: "python",
    pyi: "python",
    r: "r",
    rb: "ruby",
    rs: "rust",
    sass: "sass",
    scala: "scala",
    scss: "scss",
    sh: "bash",
    sol: "solidity",
    sql: "sql",
    svelte: "svelte",
    swift: "swift",
    tf: "hcl",
    toml: "toml",
    ts: "typescript",
    tsx: "tsx",
    vb: "vbnet",
    vue: "vue",
    xml: "xml",
    yaml: "yaml",
    yml: "yaml",
    zig: "zig",
    zsh: "bash",
  }),
);

const languagesByName: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    dockerfile: "dockerfile",
    makefile: "makefile",
    gnumakefile: "makefile",
    "cmakelists.txt": "cmake",
    gemfile: "ruby",
    rakefile: "ruby",
    jenkinsfile: "groovy",
    justfile: "makefile",
  }),
);

/** Names without an extension that hold prose. */
const prose =
  /^(readme|licen[cs]e|copying|notice|authors|contributors|changelog|changes|history|news|todo|install|maintainers)$/;

export function readingOf(path: string): FileReading {
  const name = (path.split("/").pop() ?? "").toLowerCase();
  const named = languagesByName.get(name);
  if (named) return { code: named };
  const extension = extname(name).slice(1);
  const document = documents.get(extension) ?? (extension === "" && prose.test(name) ? "txt" : undefined);
  return document ? { document } : { code: languages.get(extension) ?? null };
}
