import type { Passage } from "../../answering/answerer.ts";
import { showsShape } from "./answer-shapes.ts";
import type { Candidate } from "./candidate-sentences.ts";
import { disagreementOf } from "./contradicts.ts";
import type { Question } from "./question.ts";
import type { Scored } from "./score-candidates.ts";

/** Sections whose sentences are compared, best first, and sentences of them: each costs some milliseconds the first time. */
const maxSections = 12;
const maxCompared = 120;

/**
 * Weights of a sentence's score. Chosen on eleven sets of questions together, see docs/decisions/built-in-answering.md: what the
 * sentence says below its heading, what its section is about, and the share of the question's words that it has.
 */
const weights = {
  headed: 0.5,
  chunk: 0.5,
  words: 0.12,
  lacksNames: -0.1,
  bound: 0.05,
  defines: 0.1,
  lacksShape: -0.08,
  disagrees: -0.05,
} as const;

/**
 * The encoder that ships knows English. In other languages it takes texts for more alike than they are, so words weigh more: a
 * sentence has at least this share of the question's, and its score is higher, and higher still where the asked kind is missing.
 */
const elsewhere = { words: 0.2, minOwn: 0.3, above: 0.06, aboveOfOtherKind: 0.2 } as const;

const notCompared = -1;

/**
 * How sure it is that the best of `units` sentences answers, 0..1, by its score. The more sentences there are, the nearer the
 * best one lies by chance.
 */
export function surenessOf({ score, own, shaped }: Scored, units: number, isEnglish: boolean): number {
  if (isEnglish) return logistic(score, units);
  if (own < elsewhere.minOwn) return 0;
  return logistic(score - (shaped ? elsewhere.above : elsewhere.aboveOfOtherKind), units);
}

function logistic(score: number, units: number): number {
  const { constant, perUnits, steepness } = sureness;
  return 1 / (1 + Math.exp(-steepness * (score - constant - perUnits * Math.log(Math.max(1, units)))));
}

const sureness = { constant: 0.22, perUnits: 0.02, steepness: 20 } as const;

/**
 * Scores sentences by what they mean: cosines with the question, and shared words. Those that were not compared get no score
 * that could be chosen. Null where no vectors can be had.
 */
export async function scoreByMeaning(
  question: Question,
  scored: Scored[],
  passages: Passage[],
  compare: (texts: readonly string[]) => Promise<number[] | null>,
  isEnglish: boolean,
): Promise<Scored[] | null> {
  const ofWords = isEnglish ? weights.words : elsewhere.words;
  const sections = sectionTexts(passages);
  const chunkOf = ({ passage }: Candidate): string => sections[passage] ?? "";
  const chunks = [...new Set(sections)].slice(0, maxSections);
  const among = new Set(chunks);
  const compared = scored
    .filter(({ candidate }) => !candidate.isTitle && among.has(chunkOf(candidate)))
    .sort((one, other) => other.score - one.score)
    .slice(0, maxCompared);
  const cosines = await compare([...chunks, ...compared.map(({ candidate }) => candidate.headed)]);
  if (!cosines) return null;
  const ofChunk = new Map(chunks.map((chunk, index) => [chunk, cosines[index] ?? 0]));
  const positions = new Map(compared.map(({ candidate }, index) => [candidate, index]));
  return scored.map((one) => {
    const { candidate } = one;
    const index = positions.get(candidate);
    if (index === undefined) return { ...one, score: notCompared };
    const { negation, others } = disagreementOf(question.text, candidate.text);
    const shaped = question.shape === null || showsShape(question.shape, candidate.text);
    const score =
      weights.headed * (cosines[chunks.length + index] ?? 0) +
      weights.chunk * (ofChunk.get(chunkOf(candidate)) ?? 0) +
      ofWords * one.own +
      weights.bound * one.bound +
      (one.defines ? weights.defines : 0) +
      (shaped ? 0 : weights.lacksShape) +
      weights.lacksNames * (1 - one.names) +
      weights.disagrees * (others + (negation && !question.yesOrNo ? 1 : 0));
    return { ...one, shaped, score };
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
