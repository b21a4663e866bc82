import { isAnyFunctionWord } from "../text/function-words.ts";
import { foldAccents, termsOf, tokenise } from "../text/terms.ts";

/** What a question wants to know of the documents themselves, and not of what they say. */
export type AboutSources = "list" | "newest" | "oldest" | "sections" | "compare";

// All words are folded.
const documents =
  /^(?:documents?|docs?|files?|sources|pdfs?|uploads|dokumente?n?|dateie?n?|quellen|fichiers?|documentos?|archivos?|fuentes|documenti|fonti|arquivos?|ficheiros?|fontes|documenten|bestand(?:en)?|bronnen)$/;
const kinds =
  /^(?:manual|handbook|guide|report|contract|policy|book|paper|article|handbuch|anleitung|bericht|vertrag|manuel|rapport|contrat)$/;
const pages = /^(?:pages|seiten|paginas|pagine)$/;
const sections =
  /^(?:sections|chapters|headings|outline|abschnitte|kapitel|gliederung|inhaltsverzeichnis|chapitres|rubriques|secciones|capitulos|sezioni|capitoli|secoes|hoofdstukken)$/;
const newest =
  /^(?:newest|latest|last|recent|recently|neueste\w?|letzte\w?|jungste\w?|zuletzt|derniere?s?|recents?|ultim[oa]s?|reciente|nieuwste|laatste|laatst)$/;
const oldest =
  /^(?:oldest|earliest|first|alteste\w?|erste\w?|zuerst|premiere?s?|ancien|primer[oa]?|antiguo|prim[oa]|primeiro|oudste|eerste)$/;
/** Words that say nothing of what a document says. Function words of all languages come beside them. */
const said =
  /^(?:many|uploaded|added|stored|available|list|show|name|names|titles?|give|tell|get|got|please|project|collection|here|currently|know|gibt's|vorhanden|hochgeladen\w*|hinzugefugt\w*|verfugbar|geladen|nenne|zeige?|liste|auf|auflisten|anzahl|projekt|hier|bitte|kennst|existe\w*|disponibles?|ajoutes?|televerses?|charges?|nombre|montre|donne|projet|ici|cargad[oa]s?|subid[oa]s?|lista|muestra|proyecto|aqui|caricat[oi]|elenca|mostra|progetto|numero|carregados?|projeto|geupload|toegevoegd|beschikbaar|lijst|toon|geef|er|aantal)$/;
/** These ask for something else than the catalogue knows: "Which documents do I have to bring?" */
const other =
  /^(?:who|whose|why|where|can|could|may|might|must|should|would|wer|wessen|warum|wo|kann|konnen|darf|durfen|muss|mussen|soll|sollen|qui|pourquoi|ou|peut|peuvent|puis|dois|doit|doivent|faut|quien|porque|donde|puedo|puede|debo|debe|chi|perche|dove|posso|puo|devo|deve|quem|onde|pode|wie's|waarom|waar|mag|kan|moet)$/;
const polite =
  /^(?:please |bitte )?(?:(?:can|could|would|will) you|konnen sie|kannst du|pou?vez[- ]vous|peux[- ]tu|puedes|puoi)\s+/;
const counted = /\b(?:number|count|amount) of\b/g;
const compares =
  /\b(?:compare|comparison|differences?|differ|changed|changes|vergleich\w*|unterschied\w*|unterscheid\w*|geandert|anderungen|compare[rz]?|difference|change|changements?|compara\w*|diferencias?|cambi\w*|confronta\w*|differenz\w*|diferencas?|mudou|mudancas|vergelijk\w*|verschil\w*|veranderd|gewijzigd)\b/;

/** Beside those, what a comparison of documents is asked with. */
const sides =
  /^(?:two|both|versions?|old|older|new|newer|policies|zwei|zwischen|beiden?|alten?|neuen?|fassung(?:en)?|deux|anciens?|nouvelles?|dos|ambos|tussen|due|entrambi|dois|twee|beide|versies?)$/;

/** A longer question is about what a document says. */
const maxWords = 16;

/**
 * Whether a question is about the documents themselves: all of its words are names of documents and words like "which", "list"
 * and "uploaded". `named`: terms of the question that name a document. Null for any other question. `"compare"` needs
 * two documents, which the caller has to find.
 */
export function asksAboutSources(question: string, named: ReadonlySet<string>): AboutSources | null {
  const text = foldAccents(question).trim().replace(polite, "").replace(counted, "how many");
  const words = tokenise(text)
    .flatMap((token) => token.text.split("'"))
    .filter((word) => !termsOf(word).some((term) => named.has(term)));
  if (words.length > maxWords) return null;
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  const ofParts = has(pages) || has(sections);
  const ofTwo = compares.test(text);
  if (!has(documents) && !ofParts && !ofTwo) return null;
  const isKnown = (word: string): boolean =>
    !other.test(word) &&
    ([documents, pages, sections, newest, oldest, said].some((pattern) => pattern.test(word)) ||
      (ofParts && kinds.test(word)) ||
      (ofTwo && (compares.test(word) || sides.test(word) || kinds.test(word.replace(/s$/, "")))) ||
      isAnyFunctionWord(word));
  if (!words.every(isKnown)) return null;
  if (ofTwo) return "compare";
  if (has(sections)) return "sections";
  if (has(newest)) return "newest";
  return has(oldest) ? "oldest" : "list";
}
