/**
 * Writes src/charset/generated/language-statistics.ts: how often letters follow each other in a language, and which
 * characters Chinese, Japanese and Korean use most. Usage:
 *
 *     node packages/reader/scripts/make-language-statistics.ts
 *
 * The texts: our own prose in prose/, the names of languages, countries and currencies that Node knows, and the
 * translated messages of the TypeScript compiler (Apache-2.0) where there are some. None is a text of testing/encodings.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import iconv from "iconv-lite";
import { costDigits, maxCost, wordEnd } from "../src/charset/letter-costs.ts";

const prose = join(import.meta.dirname, "prose");
const typescript = dirname(createRequire(import.meta.url).resolve("typescript"));
/** Folders of the compiler's messages that are not named as the language is. */
const messageFolders: Record<string, string> = { pt: "pt-br", "zh-Hans": "zh-cn", "zh-Hant": "zh-tw" };
const translated = ["cs", "de", "es", "fr", "it", "pl", "pt", "ru", "tr"];
const ideographic = ["ja", "ko", "zh-Hans", "zh-Hant"];

/** Our prose shows how a language is written in sentences. It is short, so it counts this many times. */
const proseWeight = 10;
const maxMessageCharacters = 60_000;
/** Letters with a smaller share come from foreign names. */
const minLetterShare = 0.000_08;
/** The share of pairs that is given out as the letters alone would have it: the texts are short, and lack many pairs. */
const unseenShare = 0.03;
const maxCommonCharacters = 1_500;

type Counts = Map<string, number>;

function textsOf(language: string): { text: string; weight: number }[] {
  const file = join(prose, `${language}.txt`);
  return [
    ...(existsSync(file) ? [{ text: readFileSync(file, "utf8"), weight: proseWeight }] : []),
    { text: messages(language), weight: 1 },
    { text: names(language), weight: 1 },
  ];
}

function messages(language: string): string {
  const file = join(typescript, messageFolders[language] ?? language, "diagnosticMessages.generated.json");
  if (!existsSync(file)) return "";
  const all = Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  // Words in quotes and in Latin letters with dots, dashes or inner capitals are code.
  const plain = all.map((message) =>
    message.replace(/\{\d\}|'[^']*'|\S*[a-z][A-Z_./-]\S*|\S*[<>{}=]\S*/g, " "),
  );
  // Every third message, so that the sample is of all kinds.
  return plain
    .filter((_, index) => index % 3 === 0)
    .join("\n")
    .slice(0, maxMessageCharacters);
}

function names(language: string): string {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const triples = pairs.flatMap((pair) => letters.map((third) => pair + third));
  const found = new Set<string>();
  for (const [type, codes] of [
    ["language", [...pairs, ...triples]],
    ["region", pairs.map((code) => code.toUpperCase())],
    ["currency", triples.map((code) => code.toUpperCase())],
  ] as const) {
    const display = new Intl.DisplayNames(language, { type, fallback: "none" });
    for (const code of codes) {
      const name = display.of(code);
      if (name) found.add(name);
    }
  }
  return [...found].join("\n");
}

const add = (counts: Counts, key: string, weight: number) => counts.set(key, (counts.get(key) ?? 0) + weight);

function letterPairs(language: string): { letters: string; costs: string } {
  const singles: Counts = new Map();
  const pairs: Counts = new Map();
  for (const { text, weight } of textsOf(language)) {
    let before = wordEnd;
    for (const character of written(text, language).toLowerCase()) {
      const letter = /[\p{L}\p{M}]/u.test(character) ? character : wordEnd;
      if (letter === wordEnd && before === wordEnd) continue;
      add(singles, letter, weight);
      add(pairs, before + letter, weight);
      before = letter;
    }
  }
  const total = [...singles.values()].reduce((sum, count) => sum + count, 0);
  const ownScript = mainScript(singles);
  const letters = [...singles]
    .filter(
      ([letter, count]) => letter !== wordEnd && count / total > minLetterShare && ownScript.test(letter),
    )
    .map(([letter]) => letter)
    .sort();
  const symbols = [wordEnd, ...letters];
  const known = symbols.reduce((sum, symbol) => sum + (singles.get(symbol) ?? 0), 0);
  const costs = symbols.flatMap((before) => {
    const after = symbols.map((letter) => pairs.get(before + letter) ?? 0);
    const seen = after.reduce((sum, count) => sum + count, 0);
    return symbols.map((letter, index) => {
      const alone = (singles.get(letter) ?? 0) / known;
      const counted = seen === 0 ? alone : (after[index] ?? 0) / seen;
      const share = (1 - unseenShare) * counted + unseenShare * alone;
      return costDigit(-Math.log(share));
    });
  });
  return { letters: letters.join(""), costs: costs.join("") };
}

/** The text with the characters that legacy encodings have: that of Vietnamese writes most tone marks apart. */
function written(text: string, language: string): string {
  const composed = text.normalize("NFC");
  if (language !== "vi") return composed;
  const encoding = "windows-1258";
  return [...composed]
    .map((character) => {
      if (iconv.decode(iconv.encode(character, encoding), encoding) === character) return character;
      const [base = "", ...marks] = character.normalize("NFD");
      const tones = marks.filter((mark) => /[\u0300\u0301\u0303\u0309\u0323]/.test(mark));
      const shape = marks.filter((mark) => !tones.includes(mark));
      return [base, ...shape].join("").normalize("NFC") + tones.join("");
    })
    .join("");
}

/** Letters of the script that most of the text is in. Combining marks belong to every script. */
function mainScript(singles: Counts): RegExp {
  const scripts = [
    /[\p{Script=Latin}]/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Hebrew}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Thai}/u,
  ];
  const weight = (script: RegExp) =>
    [...singles].reduce((sum, [letter, count]) => sum + (script.test(letter) ? count : 0), 0);
  return scripts.reduce((best, script) => (weight(script) > weight(best) ? script : best));
}

function costDigit(cost: number): string {
  const step = Math.round((Math.min(cost, maxCost) / maxCost) * (costDigits.length - 1));
  return costDigits[step] ?? "";
}

function commonCharacters(language: string): string {
  const counts: Counts = new Map();
  for (const { text, weight } of textsOf(language))
    for (const character of text.normalize("NFC"))
      if (/[^\0-\u02ff]/u.test(character)) add(counts, character, weight);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxCommonCharacters)
    .map(([character]) => character)
    .join("");
}

const lettered = [
  "en",
  "it",
  ...new Set([...translated, ...readdirSync(prose).map((file) => file.replace(".txt", ""))]),
]
  .filter((language) => !ideographic.includes(language))
  .sort();
const pairsOf = lettered.map((language) => [language, letterPairs(language)] as const);
const commonOf = ideographic.map((language) => [language, commonCharacters(language)] as const);
const generated = join(import.meta.dirname, "../src/charset/generated");
mkdirSync(generated, { recursive: true });
writeFileSync(
  join(generated, "language-statistics.ts"),
  `// Written by scripts/make-language-statistics.ts. Do not edit.

/**
 * The letters of a language, and the cost of each letter after each other one: rows are the letter before, first the end
 * of a word, then the letters in their order.
 */
export const letterPairs: Readonly<Record<string, { letters: string; costs: string }>> = ${JSON.stringify(Object.fromEntries(pairsOf), null, 2)};

/** The most frequent characters, most frequent first. */
export const commonCharacters: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(commonOf), null, 2)};
`,
);
