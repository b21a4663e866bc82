/**
 * The Porter2 stemmer for English, written from its published description:
 * https://snowballstem.org/algorithms/english/stemmer.html
 * The steps keep the names they have there. Words must be lowercase; letters outside a-z are not changed.
 */

const vowel = "[aeiouy]";
const nonVowel = "[^aeiouy]";
const firstRegion = new RegExp(`^.*?${vowel}${nonVowel}`);
const longerPrefix = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/;
const hasVowel = new RegExp(vowel);
const shortSyllableAtEnd = new RegExp(`(?:${nonVowel}${vowel}[^aeiouywxY]|^${vowel}${nonVowel}|^past)$`);
const doubled = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;

const irregular = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word) => [word, word] as const),
]);

const wholeAfterPlural = new Set(
  "inning outing canning herring earring evening proceed exceed succeed".split(" "),
);

type Rule = { suffix: string; replacement: string; within: 1 | 2; after?: RegExp };

const rule = (within: 1 | 2, replacement: string, suffixes: string, after?: RegExp): Rule[] =>
  suffixes.split(" ").map((suffix) => ({ suffix, replacement, within, ...(after && { after }) }));

/** The longest matching suffix decides, even when its condition is not met. */
const longestFirst = (rules: Rule[]): Rule[] => rules.sort((a, b) => b.suffix.length - a.suffix.length);

const step2 = longestFirst([
  ...rule(1, "tion", "tional"),
  ...rule(1, "ence", "enci"),
  ...rule(1, "ance", "anci"),
  ...rule(1, "able", "abli"),
  ...rule(1, "ent", "entli"),
  ...rule(1, "ize", "izer ization"),
  ...rule(1, "ate", "ational ation ator"),
  ...rule(1, "al", "alism aliti alli"),
  ...rule(1, "ful", "fulness fulli"),
  ...rule(1, "ous", "ousli ousness"),
  ...rule(1, "ive", "iveness iviti"),
  ...rule(1, "ble", "biliti bli"),
  ...rule(1, "og", "ogi", /l$/),
  ...rule(1, "og", "ogist"),
  ...rule(1, "less", "lessli"),
  ...rule(1, "", "li", /[cdeghkmnrt]$/),
]);

const step3 = longestFirst([
  ...rule(1, "tion", "tional"),
  ...rule(1, "ate", "ational"),
  ...rule(1, "al", "alize"),
  ...rule(1, "ic", "icate iciti ical"),
  ...rule(1, "", "ful ness"),
  ...rule(2, "", "ative"),
]);

const step4 = longestFirst([
  ...rule(2, "", "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize"),
  ...rule(2, "", "ion", /[st]$/),
]);

type Regions = { r1: number; r2: number };

function regionsOf(word: string): Regions {
  const r1 = (longerPrefix.exec(word) ?? firstRegion.exec(word))?.[0].length ?? word.length;
  const r2 = firstRegion.exec(word.slice(r1))?.[0].length ?? word.length - r1;
  return { r1, r2: r1 + r2 };
}

function apply(word: string, rules: Rule[], regions: Regions): string {
  const found = rules.find(({ suffix }) => word.endsWith(suffix));
  if (!found) return word;
  const stemLength = word.length - found.suffix.length;
  const stem = word.slice(0, stemLength);
  if (stemLength < (found.within === 1 ? regions.r1 : regions.r2)) return word;
  return found.after && !found.after.test(stem) ? word : stem + found.replacement;
}

function step1a(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(word)) return word;
  return word.endsWith("s") && hasVowel.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function step1b(word: string, { r1 }: Regions): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed) {
    const exempt = /^(?:proc|exc|succ)$/.test(word.slice(0, eed.index));
    return eed.index >= r1 && !exempt ? `${word.slice(0, eed.index)}ee` : word;
  }
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (!ending) return word;
  const stem = word.slice(0, ending.index);
  if (!hasVowel.test(stem)) return word;
  if (/^[^aeiouy]y$/.test(stem) && ending[0] === "ing") return `${stem.slice(0, -1)}ie`;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (doubled.test(stem))
    return /^[aeo](?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem) ? stem : stem.slice(0, -1);
  return stem.length <= r1 && shortSyllableAtEnd.test(stem) ? `${stem}e` : stem;
}

function step5(word: string, { r1, r2 }: Regions): string {
  const stem = word.slice(0, -1);
  if (word.endsWith("e")) {
    return stem.length >= r2 || (stem.length >= r1 && !shortSyllableAtEnd.test(stem)) ? stem : word;
  }
  return word.endsWith("ll") && stem.length >= r2 ? stem : word;
}

/**
 * The stem of one lowercase English word: "connections" → "connect".
 * Words of other scripts come back unchanged.
 */
export function stem(word: string): string {
  if (word.length <= 2 || !/^[a-z']+$/.test(word)) return word;
  const known = irregular.get(word);
  if (known !== undefined) return known;
  let current = word.replace(/^'/, "").replace(/^y|(?<=[aeiouy])y/g, "Y");
  const regions = regionsOf(current);
  current = step1a(current.replace(/'(?:s'?)?$/, ""));
  if (wholeAfterPlural.has(current)) return current;
  current = step1b(current, regions);
  current = current.replace(/(?<=.[^aeiouy])[yY]$/, "i");
  current = apply(current, step2, regions);
  current = apply(current, step3, regions);
  current = apply(current, step4, regions);
  return step5(current, regions).replaceAll("Y", "y");
}
