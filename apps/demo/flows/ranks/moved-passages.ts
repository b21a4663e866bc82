import type { RunCase } from "@headwater/spec";

type Passage = RunCase["passages"][number];

/** A passage before and after, each with its rank from 1; one side is missing when it was gained or lost. */
export type MovedPassage = {
  before?: { rank: number; passage: Passage };
  after?: { rank: number; passage: Passage };
};

/** Share of the words of the shorter text that the other has, when they are one passage that was cut differently. */
const minShare = 0.8;

/**
 * Pairs what was found before with what is found now: the same passage, else one of the same source that says nearly the same, as
 * after another chunk size. In the order of now, then what was lost.
 */
export function movedPassages(before: readonly Passage[], after: readonly Passage[]): MovedPassage[] {
  const open = new Map(before.map((passage, at) => [at, passage]));
  const take = (isIt: (passage: Passage) => boolean) => {
    for (const [at, passage] of open)
      if (isIt(passage)) {
        open.delete(at);
        return { rank: at + 1, passage };
      }
    return undefined;
  };
  // The same passages first, so that none of them is taken for one that is only alike.
  const same = after.map(({ id }) => take((passage) => passage.id === id));
  const pairs = after.map((passage, at): MovedPassage => {
    const was = same[at] ?? take((other) => isAlike(other, passage));
    return { ...(was && { before: was }), after: { rank: at + 1, passage } };
  });
  return [...pairs, ...[...open].map(([at, passage]) => ({ before: { rank: at + 1, passage } }))];
}

/** "2 to 1", "gained 3", "5, lost", "stays 4". */
export function moveWords({ before, after }: MovedPassage): string {
  if (!after) return `${before?.rank}, lost`;
  if (!before) return `gained ${after.rank}`;
  return before.rank === after.rank ? `stays ${after.rank}` : `${before.rank} to ${after.rank}`;
}

/** "1 gained, 1 lost, 3 moved"; empty when all stayed. */
export function movesInWords(moves: readonly MovedPassage[]): string {
  const count = (isIt: (move: MovedPassage) => boolean, word: string) => {
    const number = moves.filter(isIt).length;
    return number > 0 ? [`${number} ${word}`] : [];
  };
  return [
    ...count(({ before }) => !before, "gained"),
    ...count(({ after }) => !after, "lost"),
    ...count(({ before, after }) => !!before && !!after && before.rank !== after.rank, "moved"),
  ].join(", ");
}

/** "handbook.pdf, p. 88" */
export const placeOfPassage = ({ source, page }: Passage): string =>
  `${source ?? "a source"}${page === null ? "" : `, p. ${page}`}`;

function isAlike(one: Passage, other: Passage): boolean {
  if (one.source !== other.source) return false;
  const [shorter = new Set(), longer = new Set()] = [one, other]
    .map(({ content }) => new Set(content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []))
    .sort((a, b) => a.size - b.size);
  const shared = [...shorter].filter((word) => longer.has(word)).length;
  return shorter.size > 0 && shared >= minShare * shorter.size;
}
