import type { ParsedElement } from "@headwater/reader";
import { readSymbols } from "./code-symbols.ts";

/** Lines of code in one element at the most, and characters. */
const maxLines = 120;
const maxCharacters = 4_000;

/**
 * A file of code: its path as a title, and its lines as snippets that end where the code does, each with the lines it has
 * and the names it declares.
 */
export function codeElements(
  path: string,
  code: string,
  language: string | null,
  address: string,
): ParsedElement[] {
  const text = code.replaceAll("\r\n", "\n").replace(/\n+$/, "");
  const lines = text.split("\n");
  if (lines.every((line) => line.trim() === "")) return [];
  const title: ParsedElement = { type: "Title", text: path, markdown: `# ${path}`, level: 1, pageNumber: 1 };
  const symbolsIn = readSymbols(text, language);
  const snippets = piecesOf(lines).map(({ from, to }): ParsedElement => {
    const text = lines.slice(from, to).join("\n");
    const symbols = symbolsIn(from, to);
    return {
      type: "CodeSnippet",
      text,
      markdown: fenced(text, language),
      pageNumber: 1,
      metadata: {
        start_line: from + 1,
        end_line: to,
        url: `${address}#L${from + 1}-L${to}`,
        ...(symbols.length > 0 ? { symbols } : {}),
      },
    };
  });
  return [title, ...snippets];
}

/** Cuts before a line that begins at the margin after an empty one, once half the room is used; else where it is full. */
function piecesOf(lines: string[]): { from: number; to: number }[] {
  const pieces: { from: number; to: number }[] = [];
  let [from, characters] = [0, 0];
  const cut = (to: number) => {
    while (from < to && lines[from]?.trim() === "") from += 1;
    let end = to;
    while (end > from && lines[end - 1]?.trim() === "") end -= 1;
    if (end > from) pieces.push({ from, to: end });
    [from, characters] = [to, 0];
  };
  for (const [at, line] of lines.entries()) {
    const isSeam = /^\S/.test(line) && lines[at - 1]?.trim() === "";
    const isHalf = at - from >= maxLines / 2 || characters >= maxCharacters / 2;
    const isFull = at - from >= maxLines || characters + line.length > maxCharacters;
    if (at > from && (isFull || (isSeam && isHalf))) cut(at);
    characters += line.length + 1;
  }
  cut(lines.length);
  return pieces;
}

/** A fence that no line of the code ends. */
function fenced(text: string, language: string | null): string {
  let fence = "```";
  while (text.includes(fence)) fence += "`";
  return `${fence}${language ?? ""}\n${text}\n${fence}`;
}
