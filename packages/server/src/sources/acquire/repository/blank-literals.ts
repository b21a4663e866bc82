import type { CodeSyntax } from "./code-syntax.ts";

/** A character in quotes, an escaped one among them. */
const character = /'(?:\\[^\n']{1,10}|\\'|[^\\'\n])'/y;

/**
 * The code with its comments and strings blanked, line for line: what is in them is declared nowhere. Takes time in
 * proportion to the code, whatever it looks like.
 */
export function blankLiterals(code: string, syntax: CodeSyntax): string {
  const kept: string[] = [];
  /** What has no end from here on has none later either. */
  const unclosed = new Set<string>();
  let [at, from] = [0, 0];

  const blank = (start: number, end: number) => {
    kept.push(code.slice(from, start), code.slice(start, end).replace(/[^\n]+/g, " "));
    [at, from] = [end, end];
  };
  let knownLine = { from: 0, to: -1 };
  const lineEnd = (index: number): number => {
    if (index < knownLine.from || index > knownLine.to) {
      const end = code.indexOf("\n", index);
      knownLine = { from: index, to: end < 0 ? code.length : end };
    }
    return knownLine.to;
  };
  const begins = (token: string) =>
    code.startsWith(token, at) || (at === 0 && token.startsWith("\n") && code.startsWith(token.slice(1)));

  const passBlock = (): boolean => {
    const block = syntax.blocks.find(({ open, close }) => !unclosed.has(close) && begins(open));
    if (!block) return false;
    const { open, close, escapes } = block;
    const end = closing(code, close, at + open.length, escapes);
    if (end < 0) {
      unclosed.add(close);
      return false;
    }
    blank(at, end + close.length);
    return true;
  };

  const passHeredoc = (): boolean => {
    if (!syntax.heredoc || code[at] !== "<" || unclosed.has("heredoc")) return false;
    syntax.heredoc.lastIndex = at;
    const found = syntax.heredoc.exec(code);
    const tag = found?.groups?.tag;
    if (!found || tag === undefined) return false;
    const start = lineEnd(at);
    const end = new RegExp(`^[ \\t]*${tag}\\b`, "gm");
    end.lastIndex = start;
    const ended = end.exec(code);
    if (!ended) {
      unclosed.add("heredoc");
      return false;
    }
    blank(start, end.lastIndex);
    return true;
  };

  while (at < code.length) {
    if (passBlock() || passHeredoc()) continue;
    const sign = code[at] ?? "";
    if (syntax.lineComments.some(begins)) {
      const start = sign === "\n" ? at + 1 : at;
      blank(start, lineEnd(start));
    } else if (syntax.quotes.includes(sign)) {
      const limit = lineEnd(at);
      const end = closing(code.slice(at, limit), sign, 1);
      blank(at + 1, end < 0 ? limit : at + end);
      at += end < 0 ? 0 : 1;
    } else if (syntax.characters && sign === "'") {
      character.lastIndex = at;
      if (character.test(code)) blank(at, character.lastIndex);
      else at += 1;
    } else at += 1;
  }
  kept.push(code.slice(from));
  return kept.join("");
}

/** Where the token stands next; where `escapes` is set, not behind a backslash. */
function closing(code: string, token: string, from: number, escapes = true): number {
  let at = code.indexOf(token, from);
  while (escapes && at > 0 && isEscaped(code, at, from)) at = code.indexOf(token, at + 1);
  return at;
}

function isEscaped(code: string, at: number, from: number): boolean {
  let backslashes = 0;
  while (at - backslashes - 1 >= from && code[at - backslashes - 1] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}
