import { stemmer as stemDutch } from "@orama/stemmers/dutch";
import { stemmer as stemFrench } from "@orama/stemmers/french";
import { stemmer as stemGerman } from "@orama/stemmers/german";
import { stemmer as stemItalian } from "@orama/stemmers/italian";
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese";
import { stemmer as stemSpanish } from "@orama/stemmers/spanish";
import type { Language } from "./languages.ts";
import { stem as stemEnglish } from "./stem.ts";
import { foldAccents } from "./terms.ts";

/** Snowball's stemmers, which read accents: "habitación" and "habitaciones" have one stem. */
const stemmers: Record<Exclude<Language, "en">, (word: string) => string> = {
  de: stemGerman,
  fr: stemFrench,
  es: stemSpanish,
  pt: stemPortuguese,
  it: stemItalian,
  nl: stemDutch,
};

const latin = /^\p{Script=Latin}+$/u;
/** Articles and prepositions before a vowel: "l'eau", "dell'acqua". */
const elided =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|un|all|dall|dell|nell|sull|coll|quell|quest)['’](?=\p{L})/u;

/** The stem of a lowercase word with its accents, folded. Words of other scripts, numbers and codes stay as they are. */
export function stemWord(word: string, language: Language): string {
  if (language === "en") return stemEnglish(foldAccents(word).replace(/'s?$/, ""));
  const whole = language === "fr" || language === "it" ? word.replace(elided, "") : word;
  if (whole.length <= 2 || !latin.test(whole)) return foldAccents(whole).replace(/'s?$/, "");
  return foldAccents(stemmers[language](whole));
}

/** Endings that are often typed without their accents, where the stem depends on these. */
const unaccented: Partial<Record<Language, [ending: RegExp, accented: string][]>> = {
  es: [[/ion$/, "ión"]],
  pt: [
    [/cao$/, "ção"],
    [/coes$/, "ções"],
    [/ao$/, "ão"],
    [/oes$/, "ões"],
  ],
  fr: [[/e$/, "é"]],
  it: [[/ta$/, "tà"]],
};

/** The word as it may have been meant by someone who leaves accents out: "habitacion" → "habitación". */
export function withAccent(word: string, language: Language): string {
  const rule = unaccented[language]?.find(([ending]) => ending.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
}
