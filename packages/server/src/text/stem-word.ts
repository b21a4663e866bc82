import { stemmer as stemGerman } from "@orama/stemmers/german";
import { stemmer as stemFrench } from "@orama/stemmers/french";
import { stemmer as stemSpanish } from "@orama/stemmers/spanish";
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese";
import { stemmer as stemItalian } from "@orama/stemmers/italian";
import { stemmer as stemDutch } from "@orama/stemmers/dutch";
import { stem as stemEnglish } from "./stem.ts";
import type { Language } from "./stop-words.ts";
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
const elided = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|un|all|dall|dell|nell|sull|coll|quell|quest)['’](?=\p{L})/u;

/** The stem of a lowercase word with its accents, folded. Words of other scripts, numbers and codes stay as they are. */
export function stemWord(word: string, language: Language): string {
  if (language === "en") return stemEnglish(foldAccents(word).replace(/'s?$/, ""));
  const whole = language === "fr" || language === "it" ? word.replace(elided, "") : word;
  if (whole.length <= 2 || !latin.test(whole)) return foldAccents(whole).replace(/'s?$/, "");
  return foldAccents(stemmers[language](whole));
}
