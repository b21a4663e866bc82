import { foldAccents } from "../../text/terms.ts";

export type TableOperation = "count" | "max" | "min" | "sum" | "average";

/** Headings of columns with prices, on folded text. */
const prices =
  /\b(?:price|prices|cost|costs|fee|fees|rate|rent|eur|euro|usd|gbp|chf|preis\w*|\w+preis|kosten|gebuhr\w*|betrag|beitrag|prix|tarifs?|cout|precio|coste|cuota|prezzo|costo|preco|prijs)\b|[€£$]/;
/** "The cheapest product": it is any of the rows. */
const anyRow =
  "(?:\\s+(?:(?:product|article|item|thing|one|option|produkt|ding|producto|articulo|prodotto)s?|artikel|produit)\\b)?";

/**
 * What the words of a question ask to compute over the rows of a table, on folded text, all languages together; and the headings of the
 * column that they mean, where they name none.
 */
const patterns: [TableOperation, RegExp, RegExp?][] = [
  [
    "max",
    new RegExp(
      `\\b(?:most expensive|dearest|priciest|teuerste[nrs]?|(?:le|la) plus ch(?:er|ere)|mas car[oa]|piu car[oa]|mais car[oa]|duurste)\\b${anyRow}`,
    ),
    prices,
  ],
  [
    "min",
    new RegExp(
      `\\b(?:cheapest|least expensive|billigste[nrs]?|gunstigste[nrs]?|(?:le|la) moins ch(?:er|ere)|mas barat[oa]|piu economic[oa]|mais barat[oa]|goedkoopste)\\b${anyRow}`,
    ),
    prices,
  ],
  [
    "count",
    /\bhow many\b.*\b(rows|entries|lines|records)\b|\bhow many\b.*\b(in the table|listed|in the list)\b|\bnumber of (rows|entries|lines)\b|\bwie viele\b.*\b(zeilen|eintrage|in der tabelle)\b|\bcombien\b.*\b(lignes|dans le tableau)\b|\bcuant[oa]s\b.*\b(filas|en la tabla)\b|\bquant[ei]\b.*\b(righe|nella tabella)\b|\bhoeveel\b.*\b(rijen|in de tabel)\b|\bquant[oa]s\b.*\b(linhas|na tabela)\b/,
  ],
  [
    "sum",
    /\bsum of\b|\badd(?:ed)? up\b|\b(total|altogether|in all|combined)\b.*\b(?:of all|all|every|over)\b|\ball\b.*\b(together|combined|in total)\b|\bsumme (?:der|aller|von)\b|\binsgesamt\b|\bsomme (?:des|de)\b|\bau total\b|\bsuma de\b|\ben total\b|\bsomma (?:dei|delle|di)\b|\bin totale\b|\bsoma (?:dos|das|de)\b|\bin totaal\b|\bsom van\b/,
  ],
  [
    "average",
    /\baverage\b|\bmean\b|\bdurchschnitt\w*|\bim mittel\b|\bmoyenne\b|\bpromedio\b|\bmedia\b|\bgemiddeld\w*/,
  ],
  [
    "max",
    /\bwhich\b.*\b(latest|last|newest)\b|\b(?:most|highest|largest|biggest|greatest|maximum)\b|\b(?:am meisten|hochste[nrs]?|grosste[nrs]?|maximum)\b|\ble plus (?:eleve|grand|de)?\b|\bla plus (?:elevee|grande)\b|\b(?:el|la) (?:mayor|mas alt[oa])\b|\bmas\b.*\bque (?:todos|ningun)|\b(?:il|la) (?:maggiore|piu alt[oa]|piu grande)\b|\b(?:o|a) (?:maior|mais alt[oa])\b|\b(?:de|het) (?:meeste|hoogste|grootste)\b/,
  ],
  [
    "min",
    /\bwhich\b.*\b(first|earliest)\b|\b(?:least|fewest|lowest|smallest|minimum)\b|\b(?:am wenigsten|niedrigste[nrs]?|kleinste[nrs]?)\b|\ble moins\b|\bla plus (?:basse|petite)\b|\b(?:el|la) (?:menor|mas baj[oa])\b|\b(?:il|la) (?:minore|piu bass[oa]|piu piccol[oa])\b|\b(?:o|a) (?:menor|mais baix[oa])\b|\b(?:de|het) (?:minste|laagste|kleinste)\b/,
  ],
];

export type AskedOperation = {
  operation: TableOperation;
  /** The words of the question that say so. */
  words: string;
  /** The headings of the column that these words mean. */
  column?: RegExp | undefined;
};

/** The operation that a question asks for; undefined when it asks for none. */
export function operationIn(question: string): AskedOperation | undefined {
  const folded = foldAccents(question);
  for (const [operation, pattern, column] of patterns) {
    const match = pattern.exec(folded);
    if (!match) continue;
    const captured = match.slice(1).filter((words) => words !== undefined);
    return { operation, words: captured.length > 0 ? captured.join(" ") : match[0], column };
  }
  return undefined;
}

/** Rows that sum up others: they would count twice. Tested on folded text. */
export const isSummary = (cell: string): boolean =>
  /^\W*(?:all|alle|tous|toutes|todos|todas|tutti|tutte|(?:sub|grand|net|gross)?[\s-]*totals?|sum|summe|gesamt\w*|insgesamt|zwischensumme|total\w*|somme|suma|somma|soma|totaal|average|mean|durchschnitt|moyenne|promedio|media)\b/.test(
    foldAccents(cell),
  );
