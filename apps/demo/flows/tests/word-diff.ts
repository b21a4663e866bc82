/** A piece of two texts: in both, only in the one before, or only in the one now. */
export type DiffPiece = { kind: "same" | "before" | "now"; text: string };

/** Longer texts are shown whole: the comparison takes their product in steps. */
const maxWords = 600;

/** Compares two texts word by word, by their longest common subsequence. */
export function wordDiff(before: string, now: string): DiffPiece[] {
  const [one, other] = [wordsOf(before), wordsOf(now)];
  if (one.length > maxWords || other.length > maxWords)
    return before === now
      ? [{ kind: "same", text: now }]
      : [
          { kind: "before", text: before },
          { kind: "now", text: now },
        ];
  const common = commonLengths(one, other);
  const pieces: DiffPiece[] = [];
  const add = (kind: DiffPiece["kind"], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  for (let at = 0, against = 0; at < one.length || against < other.length; ) {
    const [word, next] = [one[at], other[against]];
    if (word !== undefined && word === next) {
      add("same", word);
      at += 1;
      against += 1;
    } else if (
      word !== undefined &&
      (next === undefined || (common[at + 1]?.[against] ?? 0) >= (common[at]?.[against + 1] ?? 0))
    ) {
      add("before", word);
      at += 1;
    } else {
      add("now", next ?? "");
      against += 1;
    }
  }
  return pieces;
}

/** Words with the space that follows them. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

/** How many words the rests of both texts from each place have in common. */
function commonLengths(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let at = one.length - 1; at >= 0; at--)
    for (let against = other.length - 1; against >= 0; against--)
      (lengths[at] as number[])[against] =
        one[at] === other[against]
          ? (lengths[at + 1]?.[against + 1] ?? 0) + 1
          : Math.max(lengths[at + 1]?.[against] ?? 0, lengths[at]?.[against + 1] ?? 0);
  return lengths;
}
