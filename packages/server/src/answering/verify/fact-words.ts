import type { Strength } from "../../text/languages/language-words.ts";
import { languageWords, listed, wordsOfAll } from "../../text/languages.ts";
import { foldAccents } from "../../text/terms.ts";

/** Words that deny. French "ne", English "nor" and their like only accompany another one, so they do not count. */
const negations = wordsOfAll(({ negations, denials = "" }) => `${negations} ${denials}`.trim());
const limits = wordsOfAll((language) => language.limits);
const conditionals = wordsOfAll((language) => language.conditionals);
const hiddenDenials = wordsOfAll((language) => language.hiddenDenials);
const reservations = new Set([...wordsOfAll((language) => language.reservations)].map(foldAccents));
/** Claims of which the first is stronger than what a text says with the second. */
const stronger = new Map(
  Object.entries({
    must: "may should",
    may: "must",
    least: "most",
    most: "least",
    rarely: "often always",
    always: "may should often sometimes most some",
    all: "most some sometimes often",
    more: "less",
    less: "more",
  }).map(([strong, weak]) => [strong, new Set(weak.split(" "))]),
);

/** The strength that each word shows: what may be is not what must be. */
const strengths = new Map(
  Object.values(languageWords).flatMap(({ strengths }) =>
    (Object.entries(strengths) as [Strength, string][]).flatMap(([strength, words]) =>
      listed(words).map((word) => [word, strength] as const),
    ),
  ),
);

/** Pairs of which one denies the other, when both are said of the same thing. */
const opposites = new Map<string, string>();
for (const [a = "", b = ""] of `
  increase decrease|increased decreased|increases decreases|rise fall|rose fell|rises falls|grew shrank|more less|more fewer
  higher lower|high low|above below|before after|earlier later|maximum minimum|max min|most least|all none|always never
  include exclude|includes excludes|included excluded|including excluding|accept reject|accepted rejected|allow forbid
  allowed forbidden|allowed prohibited|permitted prohibited|must may|win lose|won lost|buy sell|bought sold|first last
  true false|same different|up down|open closed|north south|east west|left right|employer employee|lessor lessee
  seller buyer|landlord tenant|gain loss|profit loss|success failure|import export|imports exports|debit credit|inside outside
  early late|large small|big small|long short|good bad|better worse|best worst|strong weak|fast slow|quick slow|old new|rich poor
  easy difficult|easy hard|simple complex|heavy light|public private|internal external|upper lower|major minor|active inactive
  safe dangerous|full empty|deep shallow|wide narrow|thick thin|young old|dry wet|near far|always rarely|increase reduce
  increased reduced|increasing reducing|increasing decreasing|increases reduces|increase decline|rising falling|expand shrink
  succeed fail|agree disagree|agreed disagreed|appear disappear|connect disconnect|enable disable
  enabled disabled|approve reject|approved rejected|approved refused|support oppose|supported opposed|supports opposes|love hate
  encourage discourage|encouraged discouraged|create destroy|build destroy|arrive depart|appoint dismiss
  hire fire|hired fired|friend enemy|majority minority|male female|day night|morning evening|summer winter
  positive negative|hot cold|warm cool|start end|began ended|begin end|mandatory optional|legal illegal|possible impossible`
  .trim()
  .split(/[|\n]\s*/)
  .map((pair) => pair.trim().split(" "))) {
  opposites.set(a, `${opposites.get(a) ?? ""} ${b}`.trim());
  opposites.set(b, `${opposites.get(b) ?? ""} ${a}`.trim());
}

/** Words folded for comparison. "don't" is two: "do" and "not". */
export const plainWords = (text: string): string[] =>
  foldAccents(text.replace(/[’‘]/g, "'"))
    .replace(/\bcan't\b/g, "can not")
    .replace(/\bwon't\b/g, "will not")
    .replace(/n't\b/g, " not")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const countNegations = (text: string): number =>
  plainWords(text).filter((word) => negations.has(word)).length;

/** Whether a piece of a sentence denies, limits or conditions the rest, so that the rest alone may say something else. */
export const turnsMeaning = (text: string): boolean =>
  plainWords(text).some((word) => negations.has(word) || reservations.has(word));

export const denies = (word: string): boolean => negations.has(word);

export const limitsMeaning = (word: string): boolean => limits.has(word);

/** The group of words of one strength that a word belongs to: "might" is a "may". Undefined for other words. */
export const strengthOf = (word: string): Strength | undefined => strengths.get(word);

export const isConditional = (word: string): boolean => conditionals.has(word);

export const mayDeny = (word: string): boolean => hiddenDenials.has(word);

/** Whether one strength claims more than another: "always" where the text says "may". */
export const claimsMore = (said: string, shown: string): boolean => stronger.get(said)?.has(shown) ?? false;

export const areOpposites = (a: string, b: string): boolean =>
  (opposites.get(a) ?? "").split(" ").includes(b);
