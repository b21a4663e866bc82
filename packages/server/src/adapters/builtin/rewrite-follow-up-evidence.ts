import type { Rewriting } from "../../answering/rewrite-question.ts";
import { languageOf } from "../../text/detect-language.ts";
import { isCommonWord } from "./common-words.ts";
import { createWordReader } from "./word-reader.ts";

/** Searches for one question: the question as it was asked, and so many completions of it. */
const maxCompletions = 3;
/** A single word that a paragraph repeats proves nothing: "what colour are they?" */
const minTold = 2;

/** What a question may mean after the turns before it. */
export type FollowUp = {
  /** The complete question, most likely first. None: it stands alone. */
  completions: string[];
  /** Whether a word of it stands for something said before, so that it hardly stands alone. */
  refers: boolean;
};

/**
 * The completion that the sources bear out; null for none. What was taken from the turn before must be in one
 * paragraph with words of the question, and no paragraph found for the question alone may say more of its words; when it
 * refers to something, only a paragraph that says all of them counts. Without anything to compare (the question has only
 * common words, or nothing is found) the first completion counts.
 */
export async function borneOut(
  asked: string,
  { completions, refers }: FollowUp,
  search: Rewriting["search"],
): Promise<string | null> {
  const [first = null] = completions;
  if (first === null) return null;
  const language = languageOf(`${first} ${asked}`);
  const reader = createWordReader(language);
  const tellingStems = (text: string) => {
    const telling = reader.words(text).filter(({ token }) => !language || !isCommonWord(token, language));
    return new Set(telling.map(({ stem }) => stem));
  };
  const own = tellingStems(asked);
  if (own.size === 0) return first;
  const candidates = completions.slice(0, maxCompletions);
  const chunks = await Promise.all([asked, ...candidates].map(search));
  const [here = [], ...found] = chunks.map((each) => each.flatMap(paragraphsOf));
  const stemsOf = ({ heading, text }: Paragraph) => new Set(reader.stems(`${heading}\n${text}`));
  const alone = here.map(stemsOf);
  if (here.some(({ heading }) => isSame(own, tellingStems(heading)))) return null;
  if (found.every((paragraphs) => paragraphs.length === 0)) return first;

  let best: { completion: string; score: number } | null = null;
  const most = Math.max(0, ...alone.map((said) => sharedBy(own, said)));
  const needed = refers && (most < own.size || own.size < minTold) ? 0 : most;
  for (const [index, completion] of candidates.entries()) {
    const taken = new Set(reader.stems(completion).filter((stem) => !own.has(stem)));
    if (taken.size === 0) continue;
    for (const said of (found[index] ?? []).map(stemsOf)) {
      const covered = sharedBy(own, said);
      const shared = sharedBy(taken, said);
      const score = covered + (shared >= taken.size / 2 ? 0.5 : 0);
      if (shared > 0 && covered >= needed && score > (best?.score ?? -1)) best = { completion, score };
    }
  }
  return best?.completion ?? null;
}

const sharedBy = (some: Set<string>, others: Set<string>): number =>
  [...some].filter((stem) => others.has(stem)).length;

const isSame = (some: Set<string>, others: Set<string>): boolean =>
  some.size === others.size && sharedBy(some, others) === some.size;

type Paragraph = { heading: string; text: string };

/** The paragraphs of a chunk, each with the heading or the question above it. */
function paragraphsOf({ title, text }: { title: string; text: string }): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let heading = title.split(" › ").at(-1) ?? "";
  for (const line of text.split(/\n+/)) {
    if (/\?\s*$/.test(line)) heading = line;
    else paragraphs.push({ heading, text: line });
  }
  return paragraphs;
}
