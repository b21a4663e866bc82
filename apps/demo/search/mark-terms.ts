export type Run = { text: string; marked: boolean };
type Word = { stem: string; start: number; end: number };

/**
 * Words with little meaning of their own. They are highlighted only when they lead to a highlighted word, as in the
 * query. English.
 */
const weak = new Set(
  "a an and are as at be been by can could did do does for from had has have how i in is it its may must my no not of on or our shall should so that the their them there these they this those to was we were what when where which who whom whose why will with would you your".split(
    " ",
  ),
);

/** Never highlighted at the beginning of a mark. */
const articles = new Set(["a", "an", "the"]);

/**
 * Splits a passage into plain and highlighted runs. A word is highlighted when its stem is that of a word of the query.
 * Words such as "can" or "of" are highlighted only when they lead to a highlighted word, as in the query. The runs,
 * joined, are the passage, and all of it is plain text.
 *
 * @example markTerms("Managers see TAX_ID", "who sees the tax id") // "see" and "TAX_ID" are marked
 */
export function markTerms(passage: string, query: string): Run[] {
  const asked = wordsOf(query).map(({ stem }) => stem);
  const strong = new Set(asked.filter((stem) => !weak.has(stem)));
  const wanted = strong.size > 0 ? strong : new Set(asked);
  const beside = new Set(asked.slice(1).map((stem, index) => `${asked[index]} ${stem}`));
  const words = wordsOf(passage);
  const marked = words.map(({ stem }) => wanted.has(stem));
  for (let index = words.length - 2; index >= 0; index -= 1) {
    const pair = `${words[index]?.stem} ${words[index + 1]?.stem}`;
    if (marked[index + 1] && beside.has(pair)) marked[index] = true;
  }
  for (const [index, { stem }] of words.entries())
    if (articles.has(stem) && strong.size > 0 && !marked[index - 1]) marked[index] = false;
  return runsOf(
    passage,
    words.filter((_, index) => marked[index]),
  );
}

/** Highlighted words with only a space, a hyphen or an underscore between them share one mark. */
function runsOf(passage: string, marked: readonly Word[]): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const word of marked) {
    const between = passage.slice(end, word.start);
    const last = runs.at(-1);
    if (last?.marked && /^[ _-]?$/.test(between)) last.text += between + passage.slice(word.start, word.end);
    else {
      if (between !== "") runs.push({ text: between, marked: false });
      runs.push({ text: passage.slice(word.start, word.end), marked: true });
    }
    end = word.end;
  }
  if (end < passage.length) runs.push({ text: passage.slice(end), marked: false });
  return runs;
}

/**
 * Splits text into words by the rules of Unicode (also in scripts without spaces), and at underscores, hyphens and the
 * like.
 */
function wordsOf(text: string): Word[] {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
  return [...segments].flatMap(({ segment, index, isWordLike }) =>
    isWordLike
      ? [...segment.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
          stem: stemOf(match[0]),
          start: index + match.index,
          end: index + match.index + match[0].length,
        }))
      : [],
  );
}

/** Simple English stemming: "sees" → "see", "policies" → "policy", "masked" → "mask", "running" → "run". */
export function stemOf(word: string): string {
  const lower = word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  if (/ies$/.test(lower) && lower.length > 4) return `${lower.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(lower)) return lower.slice(0, -2);
  if (/[^su]s$/.test(lower) && lower.length > 3) return lower.slice(0, -1);
  const ending = /^(.{3,}?)(?:ing|ed|ly)$/.exec(lower)?.[1];
  return ending && /[aeiouy]/.test(ending) ? ending.replace(/([bdfgmnprt])\1$/, "$1") : lower;
}
