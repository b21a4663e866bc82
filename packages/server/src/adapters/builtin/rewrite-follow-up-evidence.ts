import type { Rewriting } from "../../answering/rewrite-question.ts";
import { languageOf } from "./function-words.ts";
import { createWordReader } from "./word-reader.ts";

/** Searches for one question: the question as it was asked, and so many completions of it. */
const maxCompletions = 3;
/** A single word that a paragraph repeats tells nothing: "what colour are they?" */
const minTold = 2;

/** What a question may mean after the turns before it. */
export type FollowUp = {
  /** The complete question, most likely first. None: it stands alone. */
  completions: string[];
  /** Whether a word of it stands for something said before, so that it hardly stands alone. */
  refers: boolean;
};

/**
 * The completion that the sources bear out; null for none. What was taken from the turn before must stand in one
 * paragraph with words of the question, and no paragraph found for the question alone may say more of its words; when it
 * refers to something, only a paragraph that says all of them counts. Without anything to compare (the question has no
 * words of its own, or nothing is found) the first completion counts.
 */
export async function borneOut(
  asked: string,
  { completions, refers }: FollowUp,
  search: Rewriting["search"],
): Promise<string | null> {
  const [first = null] = completions;
  if (first === null) return null;
  const reader = createWordReader(languageOf(`${first} ${asked}`));
  const own = new Set(reader.stems(asked));
  if (own.size === 0) return first;
  const paragraphsFor = async (text: string) =>
    (await search(text)).flatMap(paragraphsOf).map((paragraph) => new Set(reader.stems(paragraph)));
  const candidates = completions.slice(0, maxCompletions);
  const [alone = [], ...found] = await Promise.all([asked, ...candidates].map(paragraphsFor));
  if (found.every((paragraphs) => paragraphs.length === 0)) return first;

  let best: { completion: string; score: number } | null = null;
  const most = Math.max(0, ...alone.map((said) => sharedBy(own, said)));
  const needed = refers && (most < own.size || own.size < minTold) ? 0 : most;
  for (const [index, completion] of candidates.entries()) {
    const taken = new Set(reader.stems(completion).filter((stem) => !own.has(stem)));
    if (taken.size === 0) continue;
    for (const said of found[index] ?? []) {
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

/** The paragraphs of a chunk. What stands below a heading or a question belongs to it. */
function paragraphsOf({ title, text }: { title: string; text: string }): string[] {
  const heading = title.split(" › ").at(-1) ?? "";
  const paragraphs: string[] = [];
  let ahead = heading;
  for (const line of text.split(/\n{2,}/)) {
    if (/\?\s*$/.test(line)) {
      ahead = line;
      continue;
    }
    paragraphs.push(`${ahead}\n${line}`);
  }
  return paragraphs.length > 0 ? paragraphs : [`${heading}\n${text}`];
}
