/**
 * Verbs and nouns that ask for a list, folded, of all languages. In some languages they are at the end: "alle
 * Mitgliedsgemeinden auflisten".
 */
const words = `list lists listed listing enumerate itemise itemize
  auflisten aufliste auflistung liste listen aufzahlen aufzahlung aufgelistet nenne nennen zeige
  lister listez enumerer enumere enumerez citer citez
  listar lista listado listame enumerar enumera enumere enumeracion
  elencare elenca elencami elenco
  listagem relacao
  opsommen opsomming lijst noem oplijsten`;

const known = new Set(words.split(/\s+/));

/** Whether a word asks for a list and names no subject. `token` is folded. */
export const isListingWord = (token: string): boolean => known.has(token);
