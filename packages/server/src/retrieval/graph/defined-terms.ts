import { languagesOfStopWord } from "../../text/stop-words.ts";
import { entityKey } from "./entity-key.ts";

/** Definitions that one version may bring in. */
const maxTerms = 200;
const maxLength = 60;

const quoted = `["“”„«»]\\s?(?<term>[^"“”„«»\\n]{2,${maxLength}}?)\\s?["“”„«»]`;
/** What leads to a term in brackets: (the "Tenant"), (im Folgenden „Mieter“), (ci-après le « Client »). */
const leadIn =
  "(?:the|each,? an?|an?|together,? the|collectively,? the|hereinafter|hereafter|im folgenden|nachfolgend|nachstehend|fortan|kurz|ci-après|ci-apres|le|la|les|en adelante|en lo sucesivo|el|los|las|di seguito|il|lo|gli|doravante|adiante|o|a|hierna|verder|de|het)";
const definitions = [
  new RegExp(`[(（]\\s*(?:${leadIn}[^"“”„«»()\\n]{0,40})?${quoted}\\s*[)）]`, "giu"),
  new RegExp(
    `${quoted}\\s+(?:means?|shall mean|refers? to|has the meaning|have the meaning|bedeutet|bezeichnet|bezeichnen|désigne|désignent|signifie|significa|designa|se entenderá|se refiere|indica|si intende|betekent|verstaan)(?!\\p{L})`,
    "giu",
  ),
];

/** The terms that texts define, by their keys: what is in quotes in brackets, or before "means", in seven languages. */
export function definedTerms(texts: Iterable<string>): Map<string, string> {
  const terms = new Map<string, string>();
  for (const text of texts) {
    for (const definition of definitions) {
      for (const match of text.matchAll(definition)) {
        const term = match.groups?.term ?? "";
        const key = entityKey(term);
        if (key.length < 2 || !/\p{Lu}/u.test(term) || isSmallWord(key) || terms.has(key)) continue;
        if (terms.size === maxTerms) return terms;
        terms.set(key, term);
      }
    }
  }
  return terms;
}

const isSmallWord = (word: string): boolean => languagesOfStopWord(word).length > 0;

/** Finds which of the terms a text uses, written as they were defined. */
export function createTermFinder(terms: Map<string, string>): (text: string) => string[] {
  if (terms.size === 0) return () => [];
  const longestFirst = [...terms.values()].sort((one, other) => other.length - one.length);
  const anyTerm = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.map((term) => term.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")).join("|")})(?![\\p{L}\\p{N}])`,
    "gu",
  );
  return (text) => [...new Set(Array.from(text.matchAll(anyTerm), ([term]) => term))];
}
