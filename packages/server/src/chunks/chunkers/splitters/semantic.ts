import { createTermReader } from "../../../text/term-reader.ts";
import { likenessOfCounts, likenessOfVectors } from "../likeness.ts";
import { characters } from "../measure.ts";
import type { Splitter } from "../splitter.ts";
import type { Unit } from "../units.ts";

/** Makes vectors of texts, one each, of equal length. */
export type EmbedTexts = (texts: string[]) => Promise<ArrayLike<number>[]>;

/** What lies on each side of a border is compared as so many sentences. */
const reach = 3;
/** What a cut costs inside one subject, beyond what it costs between two. */
const weight = 1.5;

/**
 * Cuts where neighbouring sentences are unlike: by their vectors where there is a model, else by the stems of their words.
 */
export function splitBySemantics(embed: EmbedTexts | undefined): Splitter {
  const likeness = embed ? byVectors(embed) : byWords();
  return {
    measure: characters,
    async weigh(units, textOf) {
      const weights = standardised(await likeness(units.map(textOf)));
      // A heading begins another subject, whatever its words.
      return weights.map((value, at) => (beginsSection(units[at]) ? 0 : value));
    },
  };
}

const beginsSection = (unit: Unit | undefined): boolean =>
  unit?.passage.element.type === "Title" && unit.start === unit.passage.start;

/** How alike the texts before each text are to it and those after it. The first has none before it. */
type Likeness = (texts: string[]) => Promise<number[]>;

function byVectors(embed: EmbedTexts): Likeness {
  let known = new Map<string, ArrayLike<number>>();
  return async (texts) => {
    const lacking = [...new Set(texts)].filter((text) => !known.has(text));
    const made = lacking.length === 0 ? [] : await embed(lacking);
    if (made.length !== lacking.length)
      throw new Error(`The model gave ${made.length} vectors for ${lacking.length} texts`);
    const fresh = new Map(lacking.map((text, index) => [text, made[index] ?? []]));
    // Only the vectors of these texts are kept: the last ones are asked for again, with what follows them.
    known = new Map(texts.map((text) => [text, fresh.get(text) ?? known.get(text) ?? []]));
    const vectors = texts.map((text) => known.get(text) ?? []);
    return vectors.map((_, at) => {
      const [before, after] = sides(vectors, at);
      return likenessOfVectors(sumOfVectors(before), sumOfVectors(after));
    });
  };
}

function byWords(): Likeness {
  const read = createTermReader();
  return async (texts) => {
    const terms = texts.map(read);
    return terms.map((_, at) => {
      const [before, after] = sides(terms, at);
      return likenessOfCounts(countsOf(before), countsOf(after));
    });
  };
}

const sides = <T>(all: T[], at: number): [T[], T[]] => [
  all.slice(Math.max(0, at - reach), at),
  all.slice(at, at + reach),
];

function sumOfVectors(vectors: ArrayLike<number>[]): Float64Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  return sum;
}

function countsOf(terms: string[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Models and texts differ in what "alike" is: what counts is how much more alike than elsewhere in the same text. */
function standardised(likeness: number[]): number[] {
  const inner = likeness.slice(1);
  const mean = inner.reduce((sum, value) => sum + value, 0) / (inner.length || 1);
  const deviation = Math.sqrt(
    inner.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (inner.length || 1),
  );
  return likeness.map((value) => {
    const above = deviation === 0 ? 0 : (value - mean) / deviation;
    return weight * Math.min(1, Math.max(0, 0.5 + above / 4));
  });
}
