export type Command = [name: string, ...parameters: string[]];

/**
 * A program and its arguments from one line, without a shell: white space separates, single and double quotes keep it, a
 * backslash before a quote, white space or backslash keeps that. A JSON array of strings is taken as it is. Throws when
 * there is no program, or a quote is not closed.
 */
export function splitCommand(line: string): Command {
  const parts = line.trimStart().startsWith("[") ? ofJson(line) : ofWords(line);
  const [name, ...parameters] = parts;
  if (name === undefined || name === "") throw new Error("no program is named");
  return [name, ...parameters];
}

function ofJson(line: string): string[] {
  const parts: unknown = JSON.parse(line);
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === "string"))
    throw new Error("a JSON array of strings was expected");
  return parts;
}

function ofWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    const next = line[at + 1] ?? "";
    if (character === "\\" && quote !== "'" && /[\s"'\\]/.test(next)) {
      word = (word ?? "") + next;
      at += 1;
    } else if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== undefined) throw new Error(`the quote ${quote} is not closed`);
  if (word !== undefined) words.push(word);
  return words;
}
