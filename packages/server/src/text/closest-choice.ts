import { foldAccents, termsOf } from "./terms.ts";

/**
 * The value of an enumeration that a text names: the value as written, otherwise the one that shares the most words
 * with the text. Undefined when the text names none, or two equally.
 */
export function closestChoice(text: string, choices: unknown[]): unknown {
  const said = normalised(text);
  const words = new Set(termsOf(text));
  const scored = choices
    .filter((choice) => typeof choice === "string" || typeof choice === "number")
    .map((choice) => ({ choice, score: scoreOf(String(choice), said, words) }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && best.score > 0.5 && best.score > (second?.score ?? 0) ? best.choice : undefined;
}

function scoreOf(choice: string, said: string, words: Set<string>): number {
  const name = normalised(choice);
  if (name === said) return 3;
  if (` ${said} `.includes(` ${name} `)) return 2 + name.length / 1000;
  const wanted = termsOf(choice.replace(/[_-]/g, " "));
  return wanted.length === 0 ? 0 : wanted.filter((word) => words.has(word)).length / wanted.length;
}

const normalised = (text: string): string =>
  foldAccents(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
