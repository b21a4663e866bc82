import type { Language } from "../../text/languages.ts";
import { foldAccents } from "../../text/terms.ts";

/**
 * Questions whose answer has to be worked out: sums, differences, shares, comparisons, spans of time, assumptions.
 * By language, because "plus" is "most" in French, and the Spanish "calcula" begins an English word. They match folded text.
 */
const patterns: Record<Language, RegExp[]> = {
  en: [
    /\bhow (?:much|many)\b.{0,40}\b(?:more|less|fewer|longer|higher|lower|cheaper)\b.*\bthan\b|\bhow much (?:more|less|longer|higher|lower|cheaper)\b/,
    /\b(?:difference|ratio|proportion|percentage (?:change|increase|decrease|difference)) (?:between|of|in|from)\b|\bgrowth (?:rate )?(?:between|from)\b/,
    /\bcompare\b|\bcomparison\b|\b(?:sum|total|average|mean) of\b(?! money)|\badd(?:ed)? (?:up|together)\b|\b(?:altogether|combined|in total)\b/,
    /\bhow many (?:years|months|weeks|days|hours) (?:passed|lie|are there|were there|between)\b|\bhow many times (?:more|as|larger|bigger)\b/,
    /\bwhat (?:share|fraction|proportion|percentage) of\b|\baverage\b.*\bper\b/,
    /\bwould (?:it cost|i pay|be left)\b|\bcalculate\b|\bcompute\b|\d\s*(?:plus|minus|times)\s*\d|\b(?:plus|minus|multiplied by|divided by)\b/,
    /\bfor (?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) (?:people|persons|years|months|weeks|days|hours|nights|boxes|tons|pieces|units)\b.*\b(?:cost|pay|total)\b|\bhow (?:much|many)\b.*\bfor (?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) /,
  ],
  de: [
    /\b(?:unterschied|differenz|verhaltnis|vergleich\w*|berechne\w*|zusammengerechnet|wie viel mehr|wie viel weniger|summe|durchschnitt|plus|minus|geteilt durch)\b/,
  ],
  fr: [
    /\b(?:difference entre|compare\w*|calcule\w*|combien de plus|combien de moins|somme|moyenne|divise par)\b|\d\s*(?:plus|moins|fois)\s*\d/,
  ],
  es: [/\b(?:diferencia entre|compara\w*|calcula\w*|cuanto mas|cuanto menos|suma de|promedio)\b/],
  it: [
    /\b(?:differenza tra|confronta\w*|calcola\w*|quanto (?:in )?piu|quanto (?:in )?meno|somma d\w+|media d\w+)\b/,
  ],
  pt: [/\b(?:diferenca entre|compara\w*|calcula\w*|quanto a mais|soma d\w+|media d\w+)\b/],
  nl: [
    /\b(?:verschil tussen|vergelijk\w*|bereken\w*|hoeveel meer|hoeveel minder|som van|gemiddelde|plus|gedeeld door)\b/,
  ],
};
/** "Storage with Plus 25": a product, and no sign. */
const nameOfSign = /(?<=\S\s)(?:Plus|Minus)(?!\p{L})/gu;
/** Signs are the same in all languages. */
const reckoned = /\d\s*[+*/×]\s*\d/;

/** Words of a sentence that already holds the result. */
const result =
  /\b(?:per|each|every|a (?:day|week|month|year|hour|minute|second)|third|half|quarter|more|less|fewer|longer|higher|lower|cheaper|than|difference|ratio|percent|per cent|average|mean|total|sum|times|compared|mehr|weniger|als|prozent|durchschnitt|summe|insgesamt|plus|moins|pour cent|moyenne|somme|total|mas|menos|por ciento|promedio|suma|piu|meno|per cento|media|somma|mais|soma|meer|minder|procent|gemiddeld\w*|som)\b|%/;

/** Whether the answer has to be worked out, which quoting can't do. `language` is that of the question; null: any. */
export const needsReasoning = (question: string, language: Language | null): boolean => {
  const folded = foldAccents(question.replace(nameOfSign, " "));
  const read = language ? patterns[language] : Object.values(patterns).flat();
  return reckoned.test(folded) || read.some((pattern) => pattern.test(folded));
};

/** Whether a sentence seems to say the result of such work itself. */
export const statesResult = (sentence: string): boolean => result.test(foldAccents(sentence));
