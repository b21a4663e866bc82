import { foldAccents } from "../text/terms.ts";

/** "this", "the document", "these files": nothing that names a part of what the sources say. */
const these =
  "(?:(?:this|the|these|that|it|them|all|all of|all the|my|our|of|in|whole|entire|uploaded)\\s*)*";
const document = "(?:documents?|files?|texts?|sources?|reports?|pdfs?|papers?|contents?|everything|it|this)?";

const whole = new RegExp(
  [
    `^what(?:'s| is| are| do| does) ${these}${document}\\s*(?:all )?(?:about|say|contain|in it)$`,
    `^what(?:'s| is) (?:in|inside) ${these}${document}$`,
    `^(?:please |can you |could you )*(?:give (?:me )?|write (?:me )?)?(?:a |an )?(?:short |brief )?(?:summar(?:y|ise|ize)|overview|tl;?dr|outline)\\s*(?:for me )?${these}${document}(?: for me| please)?$`,
    "^worum (?:geht es|handelt es sich)(?: (?:hier|in (?:diesem|dem|diesen|den) (?:dokumente?n?|texte?n?|dateie?n?|quellen)))?$",
    "^wovon handel(?:t|n) (?:das|die|dieses|diese) (?:dokumente?|texte?|dateie?n?|quellen)$",
    "^(?:bitte )?(?:fasse?n?(?: sie)? )?(?:das |die |dieses |diesen |den |alles )?(?:dokument|text|dateien?|quellen|inhalt)?\\s*(?:zusammen|zusammenfassung|zusammenfassen)$",
    "^de quoi (?:s'agit[- ]il|(?:parle|traite)(?:nt)? (?:ce|ces|le|les) (?:documents?|textes?|fichiers?|sources))$",
    "^(?:resume[rz]?|resumez|un resume|fais un resume)(?: (?:ce|le|les|ces|du|des|de) ?(?:documents?|textes?|fichiers?|sources)?)?$",
    "^de que (?:trata|va|tratan|se trata)(?: (?:esto|este|el|estos|los)? ?(?:documentos?|textos?|archivos?|fuentes)?)?$",
    "^(?:resume|resumir|resuma|un resumen|haz un resumen)(?: (?:del?|este|el|los|estos))? ?(?:documentos?|textos?|archivos?|fuentes)?$",
    "^di (?:che )?cosa (?:parla|tratta|si tratta|parlano)(?: (?:questo|il|i|questi)? ?(?:documenti?o?|testo|file|fonti)?)?$",
    "^(?:riassumi|riassumere|un riassunto|fai un riassunto)(?: (?:il|questo|del|i|questi))? ?(?:documenti?o?|testo|file|fonti)?$",
    "^(?:do que (?:se )?trata|resuma)(?: (?:este|o|os))? ?(?:documentos?|textos?|arquivos?)?$",
    "^waar (?:gaat|gaan) (?:dit|deze|het)(?: (?:document|tekst|documenten|bestand))? over$|^vat (?:dit|het|de) (?:document|tekst|documenten) samen$",
  ].join("|"),
);

/** The same about a source that is named: "Summarise the handbook". */
const named =
  /^(?:please |can you |could you )*(?:summari[sz]e|give (?:me )?(?:a |an )?(?:short )?(?:summary|overview) of|what(?:'s| is| does) .* (?:about|say|contain)$)|^(?:fasse?n?(?: sie)? .* zusammen$|worum geht es (?:in|im)|wovon handelt)|^(?:resume|resumez|resumer|de quoi (?:parle|traite))\b|^de que trata\b|^(?:riassumi|di (?:che )?cosa (?:parla|tratta))\b|^(?:do que trata|resuma)\b|^(?:vat .* samen$|waar gaat .* over$)/;

/**
 * Whether a question asks what sources are about: "whole" without naming any, "named" when it may name one of them.
 */
export function asksForOverview(question: string): "whole" | "named" | null {
  const said = foldAccents(question)
    .replace(/[!?.,:¡¿…\s]+/gu, " ")
    .trim();
  if (said.length > 200) return null;
  if (whole.test(said)) return "whole";
  return named.test(said) ? "named" : null;
}
