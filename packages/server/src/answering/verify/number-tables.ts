import type { LanguageWords } from "../../text/languages/language-words.ts";
import { languageWords, listed } from "../../text/languages.ts";
import { foldAccents } from "../../text/terms.ts";

const counted = (words: string, first = 0, step = 1): [string, number][] =>
  words.split(" ").map((word, index) => [word, first + step * index]);
/** English number words below a hundred, of which compounds are made. */
export const english = new Map<string, number>([
  ...counted(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  ),
  ...counted("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
  ["dozen", 12],
]);
export const ordinals = new Map<string, number>([
  ...counted(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    1,
  ),
]);
/** What a word behind a number multiplies it by. */
export const scales: Record<string, number> = Object.assign(
  {},
  ...Object.values(languageWords).map((language) => language.scales),
);
/** Signs, codes and names of currencies by their codes. */
export const currencies: Record<string, string> = {
  ...{ $: "usd", "€": "eur", "£": "gbp", "¥": "jpy", "₹": "inr", rm: "myr" },
  ...Object.fromEntries(["usd", "eur", "gbp", "jpy", "chf"].map((code) => [code, code])),
  ...named(({ currencies }) => currencies),
};
/** Units by any of their names, folded. */
export const units = new Map<string, string>([
  ...listed(
    `kg g mg t lb oz km m cm mm mi ft in yd l ml s min h day week month year decade century v a w kw mw hz khz mhz ghz kb mb
    gb tb pa kpa mpa bar psi c f k ha acre mph kmh km^2 m^2 cm^2 m^3 cm^3 °c °f °`,
  ).map((unit): [string, string] => [foldAccents(unit), unit]),
  ...Object.entries(named(({ units }) => units)),
]);

/** The key of each name, in all languages. */
function named(
  namesOf: (language: LanguageWords) => Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const entries = Object.values(languageWords).flatMap((language) => Object.entries(namesOf(language) ?? {}));
  return Object.fromEntries(
    entries.flatMap(([key, names]) => listed(names).map((name) => [foldAccents(name), key])),
  );
}
