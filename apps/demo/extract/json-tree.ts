import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** A mistake in a text: offsets, `end` exclusive, and what is wrong. */
export type JsonProblem = { start: number; end: number; message: string };

/** Maximum nesting depth. The parser calls itself for each level. */
const maxDepth = 64;

/** Parses JSON (RFC 8259) and keeps the position of every value. For invalid JSON it returns the first mistake in words. */
export function readJson(text: string): { node: Node } | { problem: JsonProblem } {
  const tooDeep = offsetBelow(text, maxDepth);
  if (tooDeep !== undefined)
    return { problem: { start: tooDeep, end: tooDeep + 1, message: `More than ${maxDepth} levels.` } };
  const errors: ParseError[] = [];
  const node = parseTree(text, errors, { disallowComments: true });
  if (node && errors.length === 0) return { node };
  const [{ offset, length } = { offset: text.length, length: 0 }] = errors;
  // At the end of the text the last character that is not a space is marked.
  const start = length > 0 ? offset : Math.max(0, text.trimEnd().length - 1);
  return { problem: { start, end: start + Math.max(1, length), message: messageFor(text, node, errors) } };
}

/** Where a text opens more brackets than a number; undefined if it does not. */
function offsetBelow(text: string, depth: number): number | undefined {
  let open = 0;
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[{\]}]/g)) {
    if (mark === "[" || mark === "{") open += 1;
    else if (mark === "]" || mark === "}") open -= 1;
    if (open > depth) return index;
  }
  return undefined;
}

function messageFor(text: string, node: Node | undefined, errors: readonly ParseError[]): string {
  const [first, second] = errors.map(({ error }) => printParseErrorCode(error));
  const { offset = 0, length = 0 } = errors[0] ?? {};
  const seen = text.slice(offset, offset + length).slice(0, 40);
  const before = text.slice(0, offset).trimEnd();
  const isAfterEnd = node !== undefined && node.offset + node.length <= offset;
  const noName = `A name in double quotes is missing before ${seen}.`;
  switch (first) {
    case "InvalidSymbol":
      if (isAfterEnd) return `${seen} comes after the end.`;
      return second === "PropertyNameExpected" || before.endsWith("{")
        ? noName
        : `${seen} is not a value. Put words in double quotes.`;
    case "UnexpectedEndOfNumber":
      return `${seen} is not a value.`;
    case "PropertyNameExpected":
      return seen === "}" ? "The comma before } is one too many." : noName;
    case "ValueExpected":
      if (second === "PropertyNameExpected") return noName;
      if (text.trim() === "") return "Nothing is written here yet.";
      if (length === 0) return "A value is missing at the end.";
      return seen === "]" && before.endsWith(",")
        ? "The comma before ] is one too many."
        : `${seen} is not a value.`;
    case "ColonExpected":
      return `A colon is missing after ${/"(?:[^"\\\n]|\\.)*"$/.exec(before)?.[0] ?? "the name"}.`;
    case "CommaExpected":
      return `A comma is missing before ${seen}.`;
    case "CloseBraceExpected":
      return "A closing } is missing.";
    case "CloseBracketExpected":
      return "A closing ] is missing.";
    case "InvalidCommentToken":
      return "JSON has no comments.";
    case "UnexpectedEndOfString":
      return "A closing quotation mark is missing.";
    case "InvalidEscapeCharacter":
    case "InvalidUnicode":
      return "A backslash in these quotes means nothing. Write \\\\ for one.";
    case "InvalidCharacter":
      return "These quotes hold a control character. Write \\t for a tab.";
    default:
      return `${seen} comes after the end.`;
  }
}
