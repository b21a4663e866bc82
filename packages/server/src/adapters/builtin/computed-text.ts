import type { Computed } from "../../answering/answerer.ts";
import type { Language } from "../../text/languages.ts";
import type { DecimalSign } from "../../text/numbers.ts";

type Named = "count" | "sum" | "average";

const names: Record<Language, Record<Named, string>> = {
  en: { count: "Number of rows", sum: "Sum of", average: "Average of" },
  de: { count: "Anzahl der Zeilen", sum: "Summe von", average: "Durchschnitt von" },
  fr: { count: "Nombre de lignes", sum: "Somme de", average: "Moyenne de" },
  es: { count: "Número de filas", sum: "Suma de", average: "Promedio de" },
  it: { count: "Numero di righe", sum: "Somma di", average: "Media di" },
  pt: { count: "Número de linhas", sum: "Soma de", average: "Média de" },
  nl: { count: "Aantal rijen", sum: "Som van", average: "Gemiddelde van" },
};

/** A computed value in words, in the language of the question: `Sum of 2023: 4,891`. */
export function computedText(
  language: Language | null,
  { operation, column }: Computed,
  value: number,
  decimal: DecimalSign,
): string {
  const words = names[language ?? "en"];
  const shown = new Intl.NumberFormat(decimal === "," ? "de-DE" : "en-US", {
    maximumFractionDigits: 2,
  }).format(value);
  const what = column === "" ? "" : ` ${column}`;
  if (operation === "count") return `${words.count}${column === "" ? "" : ` (${column})`}: ${shown}`;
  return `${words[operation === "sum" ? "sum" : "average"]}${what}: ${shown}`;
}
