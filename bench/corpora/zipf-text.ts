import { seededRandom } from "../support/ranking-measures.ts";

const functionWords = (
  "the of and to in a is that for it as was with be by on not at are this have an they which one were all we when " +
  "there can more if no had about do been up what out so some them other than then into only could now over these"
).split(" ");
const consonants = "bcdfghklmnprst";
const vowels = "aeiou";
const vocabulary = 60_000;

/** The word for a number: invented, with at least two syllables. The most frequent words are English function words. */
function wordFor(rank: number): string {
  const common = functionWords[rank];
  if (common !== undefined) return common;
  let word = "";
  for (let rest = rank * 7919 + 13; rest > 0; ) {
    word += consonants[rest % consonants.length];
    rest = Math.floor(rest / consonants.length);
    word += vowels[rest % vowels.length];
    rest = Math.floor(rest / vowels.length);
  }
  return word;
}

/** Words drawn from a Zipf-Mandelbrot distribution, like the words of a language. The same seed gives the same words. */
export function createZipfText(seed: number): (words: number) => string {
  const random = seededRandom(seed);
  const cumulated = new Float64Array(vocabulary);
  let sum = 0;
  for (let rank = 0; rank < vocabulary; rank++) {
    sum += 1 / (rank + 2.7);
    cumulated[rank] = sum;
  }
  const draw = (): string => {
    const target = random() * sum;
    let low = 0;
    let high = vocabulary - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulated[middle] as number) < target) low = middle + 1;
      else high = middle;
    }
    return wordFor(low);
  };
  return (words) => Array.from({ length: words }, draw).join(" ");
}
