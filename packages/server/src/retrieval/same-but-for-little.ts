/** Of the runs of three words of two texts, the share that both must have. */
const minShared = 0.9;
const runLength = 3;
/** Shorter texts have too few words for a share to mean much. */
const minWords = 20;
/** A word of these turns a sentence round, in seven languages. */
const negations = new Set(
  `no not never none nor neither without nicht nie kein keine keiner keinen ohne ne pas jamais sans aucun aucune
   ningun ninguna nunca jamas sin nao nunca sem nenhum nenhuma non mai senza nessun nessuna niet nooit geen zonder`.split(
    /\s+/,
  ),
);

/** A text and its words in order, folded. */
export type ComparedText = { plain: string; words: string[] };

/**
 * Whether two texts are the same but for a few plain words, as editions of one text are. Numbers, names (by their capitals)
 * and negations must be the same.
 */
export function sameButForLittle(one: ComparedText, other: ComparedText): boolean {
  const [shorter, longer] = [one, other].sort((a, b) => a.words.length - b.words.length) as [
    ComparedText,
    ComparedText,
  ];
  if (shorter.words.length < Math.max(minWords, longer.words.length * minShared)) return false;
  const [runs, others] = [runsOf(one.words), runsOf(other.words)];
  const shared = [...runs].filter((run) => others.has(run)).length;
  if (shared < minShared * (runs.size + others.size - shared)) return false;
  return telling(one) === telling(other);
}

const runsOf = (words: string[]): Set<string> =>
  new Set(words.slice(runLength - 1).map((_, at) => words.slice(at, at + runLength).join(" ")));

/** What must not differ, in order. */
const telling = ({ plain, words }: ComparedText): string =>
  [
    ...(plain.match(/[\p{L}\p{M}]*\p{N}[\p{L}\p{N}.,:/%-]*/gu) ?? []),
    ...(plain.match(/\p{Lu}[\p{L}\p{M}'’-]*/gu) ?? []),
    ...words.filter((word) => negations.has(word) || word.endsWith("n't")),
  ].join("\n");
