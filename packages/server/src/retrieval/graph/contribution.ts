import type { Chunk } from "../../chunks/chunk.ts";
import { dateOrderOf, datesIn } from "../../text/dates.ts";
import { detectLanguage } from "../../text/detect-language.ts";
import { decimalSignOf } from "../../text/numbers.ts";
import { searchWords } from "../../text/search-words.ts";
import { accentedWords } from "../search-terms.ts";
import { amountsIn } from "./amounts-in.ts";
import { createTermFinder, definedTerms } from "./defined-terms.ts";
import type { EntityKind, Mention } from "./entity.ts";
import { entityKey, withoutLegalForm } from "./entity-key.ts";
import { mentionOf, type Named } from "./mention-of.ts";
import { namesIn } from "./names-in.ts";
import { createIsOrdinaryWord } from "./ordinary-words.ts";

/** Raised when the same chunks give other contributions. */
export const contributionVersion = 1;
/** Entities of one chunk. Those that the document defines come first, then those in the order of the text. */
export const maxEntitiesPerChunk = 16;
const chunksPerStep = 50;
/** Longer spellings are cut: a graph is read by people. */
const maxSpelling = 80;
/** The outermost heading is a name when it has at most so many words: what the document calls itself. */
const maxTitleWords = 6;

/**
 * What one version of a document adds to a graph, in a form that is short as JSON. The graph of several versions is the
 * sum of what they add, in any order; without a version it is the sum of the others.
 */
export type Contribution = {
  /** With the number of chunks that have each spelling. */
  entities: [key: string, kind: EntityKind, spellings: [string, number][]][];
  /** What each chunk names, by place in `entities`. Chunks that name nothing are left out. */
  chunks: [chunkId: string, entities: number[]][];
};

type Read = Pick<Chunk, "chunkId" | "title" | "text">;

/** Reads what the chunks of one version name. Chunks of another version change nothing in it. */
export function readContribution(chunks: readonly Read[]): Contribution {
  const reading = contributionInSteps(chunks);
  for (let step = reading.next(); ; step = reading.next()) if (step.done) return step.value;
}

/** What somebody else than the rules read in chunks, by chunk. */
export type ReadElsewhere = ReadonlyMap<string, readonly Named[]>;

/**
 * The same in steps of some milliseconds, so that a long document may be left. Chunks that were read elsewhere have what
 * was found there, and nothing by the rules.
 */
export function* contributionInSteps(
  chunks: readonly Read[],
  elsewhere: ReadElsewhere = new Map(),
): Generator<void, Contribution> {
  const texts = chunks.map(({ text }) => text);
  const isOrdinary = createIsOrdinaryWord(texts);
  const defined = definedTerms(texts);
  const termsIn = createTermFinder(defined);
  const sample = texts.slice(0, 20).join("\n");
  const [order, decimal] = [dateOrderOf(sample, "day-first"), decimalSignOf(sample)];

  const mentionsOf = ({ title, text }: Read): Mention[] => {
    const language = detectLanguage(accentedWords(searchWords(text))) ?? "en";
    const dates = /\d/.test(text) ? datesIn(text, order) : [];
    const amounts = amountsIn(text, decimal);
    const isNone = (word: string) => isOrdinary(word, language);
    const named = [...titleNames(title), ...namesIn(text, [...dates, ...amounts], language, isNone)];
    return [
      ...termsIn(text).map((spelling) => ({ key: entityKey(spelling), kind: "term" as const, spelling })),
      ...named.map((spelling): Mention => {
        const key = entityKey(spelling);
        return { key, kind: defined.has(key) ? "term" : "name", spelling };
      }),
      ...dates.map(({ iso }) => ({ key: `#${iso}`, kind: "date" as const, spelling: iso })),
      ...amounts.map(({ key, kind, spelling }) => ({ key, kind, spelling })),
    ];
  };
  const read: [chunkId: string, mentions: Mention[]][] = [];
  for (const [at, chunk] of chunks.entries()) {
    if (at % chunksPerStep === 0) yield;
    const given = elsewhere.get(chunk.chunkId);
    const mentions = given?.flatMap((named) => mentionOf(named, order, decimal) ?? []) ?? mentionsOf(chunk);
    read.push([chunk.chunkId, mentions]);
  }
  return summed(read);
}

/** The outermost heading, where it looks like a name. */
function titleNames(title: string): string[] {
  const [outermost = ""] = title.split(" › ");
  const words = outermost.trim().split(/\s+/);
  const isName =
    words.length <= maxTitleWords && /^\p{Lu}/u.test(outermost) && entityKey(outermost).length > 1;
  return isName ? [outermost.trim()] : [];
}

function summed(read: [chunkId: string, mentions: Mention[]][]): Contribution {
  const full = fullNames(read.flatMap(([, mentions]) => mentions));
  const places = new Map<string, number>();
  const entities: { key: string; kind: EntityKind; spellings: Map<string, number> }[] = [];
  const chunks: Contribution["chunks"] = [];
  for (const [chunkId, mentions] of read) {
    const ofChunk = new Set<number>();
    for (const { key: written, kind, spelling } of mentions) {
      const key = full.get(written) ?? written;
      let place = places.get(key);
      if (ofChunk.size === maxEntitiesPerChunk && (place === undefined || !ofChunk.has(place))) continue;
      if (place === undefined) {
        place = entities.length;
        places.set(key, place);
        entities.push({ key, kind, spellings: new Map() });
      }
      const { spellings } = entities[place] as (typeof entities)[number];
      const short = spelling.slice(0, maxSpelling);
      if (!ofChunk.has(place)) spellings.set(short, (spellings.get(short) ?? 0) + 1);
      ofChunk.add(place);
    }
    if (ofChunk.size > 0) chunks.push([chunkId, [...ofChunk]]);
  }
  return { entities: entities.map(({ key, kind, spellings }) => [key, kind, [...spellings]]), chunks };
}

/** Firms that the document names in full once, by their names without legal form: "acme" → "acme corp". */
function fullNames(mentions: Mention[]): Map<string, string> {
  const full = new Map<string, string | null>();
  for (const { key } of mentions) {
    const bare = withoutLegalForm(key);
    if (bare !== null) full.set(bare, full.has(bare) && full.get(bare) !== key ? null : key);
  }
  return new Map([...full].flatMap(([bare, key]) => (key === null ? [] : [[bare, key] as const])));
}
