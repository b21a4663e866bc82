import type { Passage } from "../../answering/answerer.ts";
import type { Likeness } from "../../models/compare-meaning.ts";
import { showsShape } from "./answer-shapes.ts";
import type { Candidate } from "./candidate-sentences.ts";
import { disagreementOf } from "./contradicts.ts";
import type { Question } from "./question.ts";
import type { Scored } from "./score-candidates.ts";
import type { Judge } from "./sureness.ts";
import { createUnsaid, ordinaryUnsaid, unsaidWithout } from "./unsaid-words.ts";
import type { WordReader } from "./word-reader.ts";

/** Sections whose sentences are compared, best first, and sentences of them: each costs some milliseconds the first time. */
const maxSections = 12;
const maxCompared = 120;

/**
 * Weights of a sentence's score, see docs/decisions/built-in-answering.md: what the sentence says below its heading, what its
 * section is about, and the share of the question's words that it has.
 */
const weights = {
  headed: 0.5,
  chunk: 0.5,
  words: 0.12,
  unsaid: 0,
  lacksNames: -0.1,
  bound: 0.05,
  defines: 0.1,
  showsValue: 0.2,
  lacksShape: -0.08,
  disagrees: -0.05,
} as const;

const weightsOf: Record<Judge, Record<keyof typeof weights, number>> = {
  /** Beside the words that both share, how far the others lie from those of the section. */
  english: { ...weights, unsaid: -0.6 },
  multilingual: weights,
  /** Words weigh more beside cosines in a language that the encoder does not know. */
  elsewhere: { ...weights, words: 0.2 },
};

const notCompared = -1;

/**
 * Scores sentences by what they mean: cosines with the question, and shared words. Those that were not compared get no score
 * that could be chosen. Null where no vectors can be had.
 */
export async function scoreByMeaning(
  question: Question,
  scored: Scored[],
  passages: Passage[],
  compare: (texts: readonly string[], sections: number) => Promise<Likeness | null>,
  { judge, reader }: { judge: Judge; reader: WordReader },
): Promise<Scored[] | null> {
  const weight = weightsOf[judge];
  const sections = sectionTexts(passages);
  const chunkOf = ({ passage }: Candidate): string => sections[passage] ?? "";
  const chunks = [...new Set(sections)].slice(0, maxSections);
  const among = new Set(chunks);
  const compared = scored
    .filter(({ candidate }) => !candidate.isTitle && among.has(chunkOf(candidate)))
    .sort((one, other) => other.score - one.score)
    .slice(0, maxCompared);
  const likeness = await compare(
    [...chunks, ...compared.map(({ candidate }) => candidate.headed)],
    chunks.length,
  );
  if (!likeness) return null;
  const { cosines, words } = likeness;
  const unsaidIn = words
    ? createUnsaid(
        { asked: words.asked, far: words.far.slice(chunks.length) },
        compared.map(({ candidate }) => chunkOf(candidate)),
        question,
        reader,
      )
    : () => undefined;
  const ofChunk = new Map(chunks.map((chunk, index) => [chunk, cosines[index] ?? 0]));
  const positions = new Map(compared.map(({ candidate }, index) => [candidate, index]));
  return scored.map((one) => {
    const { candidate } = one;
    const index = positions.get(candidate);
    if (index === undefined) return { ...one, score: notCompared };
    const { negation, others } = disagreementOf(question.text, candidate.text);
    const shaped = question.shape === null || showsShape(question.shape, candidate.text);
    const cosine = cosines[chunks.length + index] ?? 0;
    const section = ofChunk.get(chunkOf(candidate)) ?? 0;
    const unsaid = unsaidIn(chunkOf(candidate)) ?? unsaidWithout(one.own, judge);
    const score =
      weight.headed * cosine +
      weight.chunk * section +
      weight.words * one.own +
      weight.unsaid * (unsaid - ordinaryUnsaid) +
      weight.bound * one.bound +
      (one.defines ? weight.defines : 0) +
      (one.showsValue ? weight.showsValue : 0) +
      (shaped ? 0 : weight.lacksShape) +
      weight.lacksNames * (1 - one.names) +
      weight.disagrees * (others + (negation && !question.yesOrNo ? 1 : 0));
    return { ...one, shaped, score, cosines: { cosine, section }, unsaid };
  });
}

/**
 * For each passage, its chunk; of a chunk with several sections, that section: what is beside it must not speak for it.
 * Chunks that end at headings have their vectors already.
 */
function sectionTexts(passages: Passage[]): string[] {
  const titles = new Map<string, Map<string, string[]>>();
  for (const { chunk = "", sectionTitle, text } of passages) {
    const sections = titles.get(chunk) ?? new Map<string, string[]>();
    titles.set(chunk, sections.set(sectionTitle, [...(sections.get(sectionTitle) ?? []), text]));
  }
  return passages.map(({ chunk = "", sectionTitle }) => {
    const sections = titles.get(chunk);
    if (chunk !== "" && sections?.size === 1) return chunk;
    const text = (sections?.get(sectionTitle) ?? []).join("\n");
    return sectionTitle === "" ? text : `${sectionTitle}\n${text}`;
  });
}
