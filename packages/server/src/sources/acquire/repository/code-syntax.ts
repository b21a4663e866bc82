/** `escapes`: a backslash escapes the closing quote. */
export type Block = { open: string; close: string; escapes: boolean };

const comment = (open: string, close: string): Block => ({ open, close, escapes: false });
const longString = (mark: string): Block => ({ open: mark, close: mark, escapes: true });
const rawString = (open: string, close = open): Block => ({ open, close, escapes: false });

/** The comments and strings of a language. */
export type CodeSyntax = {
  /** Begin a comment that ends with its line. */
  lineComments: string[];
  /** What goes over lines, the longest beginning first: comments, and strings of several lines. */
  blocks: Block[];
  /** Begin and end a string in one line. */
  quotes: string[];
  /** A character in single quotes is the only thing these are for: `'a` alone is not one, as in Rust. */
  characters: boolean;
  /** What begins a text that ends with a line of its own; its group `tag` is that line. */
  heredoc: RegExp | null;
};

const c: CodeSyntax = {
  lineComments: ["//"],
  blocks: [comment("/*", "*/")],
  quotes: ['"'],
  characters: true,
  heredoc: null,
};
const script: CodeSyntax = {
  ...c,
  blocks: [...c.blocks, longString("`")],
  quotes: ['"', "'"],
  characters: false,
};
const withLongStrings: CodeSyntax = { ...c, blocks: [...c.blocks, longString('"""')] };

const syntaxes: ReadonlyMap<string, CodeSyntax> = new Map(
  Object.entries<CodeSyntax>({
    javascript: script,
    jsx: script,
    typescript: script,
    tsx: script,
    vue: script,
    svelte: script,
    c,
    cpp: c,
    cuda: c,
    objectivec: c,
    rust: c,
    go: { ...c, blocks: [...c.blocks, rawString("`")] },
    java: withLongStrings,
    kotlin: withLongStrings,
    scala: withLongStrings,
    swift: withLongStrings,
    csharp: { ...withLongStrings, blocks: [...withLongStrings.blocks, rawString('@"', '"')] },
    php: {
      lineComments: ["//", "# "],
      blocks: [comment("/*", "*/")],
      quotes: ['"', "'"],
      characters: false,
      heredoc: /<<<\s*(['"]?)(?<tag>\w{1,50})\1/y,
    },
    python: {
      lineComments: ["#"],
      blocks: [longString('"""'), longString("'''")],
      quotes: ['"', "'"],
      characters: false,
      heredoc: null,
    },
    ruby: {
      lineComments: ["#"],
      blocks: [comment("\n=begin", "\n=end")],
      quotes: ['"', "'"],
      characters: false,
      heredoc: /<<[~-](['"]?)(?<tag>\w{1,50})\1/y,
    },
    bash: {
      lineComments: [" #", "\n#", "\t#"],
      blocks: [],
      quotes: ['"', "'"],
      characters: false,
      heredoc: /<<-?\s*\\?(['"]?)(?<tag>\w{1,50})\1/y,
    },
  }),
);

/** Null for a language whose comments and strings are not known. */
export const syntaxOf = (language: string | null): CodeSyntax | null =>
  language === null ? null : (syntaxes.get(language) ?? null);
