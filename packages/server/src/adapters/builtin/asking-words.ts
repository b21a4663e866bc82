import type { Language } from "../../text/languages.ts";
import type { AnswerShape } from "./answer-shapes.ts";

export type QuestionKind = "fact" | "definition" | "explanation" | "list" | "open";

/** What asking words say about the answer. */
export type AskingRule = {
  pattern: RegExp;
  kind: QuestionKind;
  shape: AnswerShape | null;
  /** Whether the answer is yes or no. */
  yesOrNo?: boolean;
};

const fact = (shape: AnswerShape | null, pattern: RegExp): AskingRule => ({ pattern, kind: "fact", shape });
const yesOrNo = (pattern: RegExp): AskingRule => ({ ...fact(null, pattern), yesOrNo: true });
const explains = (pattern: RegExp): AskingRule => ({ pattern, kind: "explanation", shape: null });
const lists = (pattern: RegExp): AskingRule => ({ pattern, kind: "list", shape: null });
const defines = (pattern: RegExp): AskingRule => ({ pattern, kind: "definition", shape: null });
const definesPerson = (pattern: RegExp): AskingRule => ({ ...defines(pattern), shape: "person" });

/** By language; the first rule that matches the folded question decides. The last rules say no shape. */
export const askingRules: Record<Language, AskingRule[]> = {
  en: [
    fact(
      "duration",
      /\bhow long (?:is|are|was|were) the .*\b(?:period|break|time|term|leave|notice|trial|course)\b|\bhow long (?:do|does|did|will|can|may|has|have|must|should)\b/,
    ),
    fact("money", /\bhow many (?:euros?|dollars?|pounds?|cents?|francs?)\b/),
    fact("count", /\bhow many\b/),
    fact(
      "number",
      /\bhow (?:often|old|big|large|tall|high|deep|wide|heavy|far|fast|loud|hot|cold|hard|long)\b|\b(?:what|which) (?:\w+ ){0,3}(?:number|count|age|size|weight|height|population|quantity|speed|temperature)\b/,
    ),
    // "paid leave" is not money.
    fact("count", /\bhow (?:much|many) (?:un)?paid\b/),
    fact("percentage", /\b(?:how much|what|which)\b.{0,30}\b(?:percent|percentage|rate)\b/),
    fact(
      "money",
      /\bhow much\b.{0,60}\b(?:cost|costs|pay|paid|charged?|owed?|money|worth|spen[dt]|earn(?:ed|s)?|due|price|fee|invoice|total|budget)\b|\bwhat\b.{0,60}\b(?:prices?|costs?|fees?|salary|revenue|amount|balance|total|subtotal|vat)\b|^(?:the )?(?:price|cost|fee)s? (?:of|for)\b/,
    ),
    // What is asked for is the noun: holiday, time, water.
    fact(
      "count",
      /\bhow much (?!(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|must|may|should|for|per|of|to|from|i|we|you|it|they|more|less)\b)\p{L}/u,
    ),
    fact("number", /\bhow much\b|\bnumber of\b/),
    fact("duration", /\bwhat (?:is the )?(?:duration|period)\b|\bwhat is the \w+ period\b/),
    fact(
      "date",
      /^(?:(?:and|so|but|since|until|till|by|from) )*when\b(?!.*,)|\b(?:what|which) (?:\w+ )?(?:year|date|day|month|century|decade|time|deadline)\b|\bwhat (?:is|was) (?:the |its |our )?(?:\w+ )?(?:year|date|day|month|deadline)\b|\bsince when\b|\b(?:opening|office) hours\b/,
    ),
    fact(
      "place",
      /\bwhere\b|\b(?:what|which) (?:\w+ )?(?:country|countries|city|cities|place|location|region|state|town|village|continent|island|address)\b/,
    ),
    definesPerson(/^who (?:is|are|was|were) [\p{L}\p{N}' -]{2,60}\??$/u),
    defines(
      /^what (?:is|are|was|were) (?:a |an |the )?(?:meant by )?[\p{L}\p{N}' -]{2,60}\??$|^define\b|\bdefinition of\b|\bwhat does .+ (?:mean|stand for)\b|\bwhat is meant by\b/u,
    ),
    fact("person", /\b(?:who|whom|whose)\b/),
    explains(/\b(?:why|how come|what (?:was|is) the (?:reason|cause|purpose))\b|^how\b|\bin what way\b/),
    lists(/^(?:list|name all|give me all|enumerate)\b|\b(?:what|which) are\b/),
    fact(null, /\b(?:what|which)\b/),
    yesOrNo(/^(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|must)\b/),
  ],
  de: [
    fact("duration", /\bwie lange\b|\bwelche (?:\w+ )?(?:frist|dauer)\b/),
    fact("date", /\bwann\b|\bseit wann\b|\bbis wann\b|\bwelche[mnrs]? (?:\w+ )?(?:jahr|datum|tag|monat)\b/),
    fact(
      "money",
      /\bwie ?viel\b.{0,60}\b(?:kostet|kosten|zahl\w*|euro|geld|gebuhr|preis|betrag)\b|\bwas kostet\b|\bwie hoch (?:ist|sind|war|waren)\b|^(?:der |die )?(?:preise?|kosten|gebuhr) (?:fur|von|der|des|pro)\b/,
    ),
    fact("percentage", /\bwie ?viel prozent\b/),
    fact(
      "count",
      /\bwie ?viele?n? (?!(?:ist|sind|war|waren|hat|habe|kann|darf|muss|soll|ich|wir|man|es|fur|pro)\b)\p{L}/u,
    ),
    fact("number", /\bwie ?viele?n?\b|\bwie (?:oft|hoch|gross|alt|weit|schnell|schwer|tief|breit)\b/),
    fact("place", /\b(?:wo|woher|wohin)\b/),
    definesPerson(/^wer (?:ist|sind|war|waren) [\p{L}\p{N}' -]{2,60}\??$/u),
    defines(/^was (?:ist|sind|war|waren) [\p{L}\p{N}' -]{2,60}\??$|\bwas (?:bedeutet|heisst)\b/u),
    fact("person", /\b(?:wer|wen|wem|wessen)\b/),
    explains(/\b(?:warum|wieso|weshalb|wozu)\b|^wie\b/),
    lists(/\bwelche sind\b|^(?:nenne|liste)\b/),
    fact(null, /\b(?:was|welche[mnrs]?|womit|wofur|woran|worauf|wodurch)\b/),
    yesOrNo(
      /^(?:ist|sind|war|hat|haben|kann|kannst|konnen|darf|durfen|muss|mussen|gibt|wird|werden|soll|sollen)\b/,
    ),
  ],
  fr: [
    fact("duration", /\bcombien de temps\b|\bquelle (?:est la )?duree\b|\bquel (?:est le )?delai\b/),
    fact(
      "date",
      /^(?:(?:et|depuis|jusqu'a|pour|c'est) )*quand\b|^(?:est-ce|a partir de) quand|\bquel(?:le)? (?:\w+ )?(?:jour|date|annee|mois|heure)\b|\bdepuis quand\b|\bhoraires?\b/,
    ),
    fact(
      "money",
      /\bcombien\b.{0,40}\b(?:coute|coutent|couter|payer|euros?|prix)\b|\bquel(?:s)? (?:est |sont )?(?:le |les |un )?(?:prix|cout|tarifs?|montant)\b|^(?:le |les )?(?:prix|cout|tarifs?|montant) (?:d[eu]s?|pour)\b/,
    ),
    fact("percentage", /\bquel pourcentage\b|\bquel (?:est le )?taux\b/),
    fact("count", /\bcombien (?:de |d')(?!euros?\b)/),
    fact("number", /\bcombien\b|\bquel age\b/),
    fact("place", /\bd?'?ou\b(?= |$).*\?|^ou\b/),
    defines(/\bqu'?est[- ]ce que (?:c'est )?(?:que )?(?:le|la|les|l'|un|une)\b/),
    definesPerson(/^qui (?:est|etait) /),
    fact("person", /\b(?:a |de |par )?qui\b/),
    explains(/\bpourquoi\b|^comment\b/),
    lists(/\bquel(?:le)?s sont\b|^(?:liste|enumere)\w*\b/),
    fact(null, /\b(?:que|quoi|quel|quelle|quels|quelles)\b|\bqu'/),
    yesOrNo(/^(?:est|sont|y a|puis|peut|peuvent|faut|suis|avez|a-t|dois|les|le|la)\b/),
  ],
  es: [
    fact("duration", /\bcuanto (?:tiempo|dura|tarda)\b|\bque plazo\b/),
    fact("date", /\bcuando\b|\ba que hora\b|\bque (?:dia|fecha|ano|mes)\b|\bhorario\b/),
    fact(
      "money",
      /\bcuanto\b.{0,40}\b(?:cuesta|cuestan|vale|pagar?|euros?)\b|\bque precio\b|\bcual es el (?:precio|coste|importe)\b|^(?:el )?(?:precios?|coste|importe|tarifas?) (?:del?|para|por)\b/,
    ),
    fact("percentage", /\bque porcentaje\b/),
    fact("number", /\bcuant[oa]s?\b|\ba que (?:temperatura|altura|velocidad|distancia)\b|\bque edad\b/),
    fact("place", /\b(?:donde|adonde)\b/),
    defines(/^\W*que (?:es|son) (?:el|la|los|las|un|una)? ?[\p{L}\p{N} -]{2,60}\??$|\bque significa\b/u),
    definesPerson(/^\W*quien (?:es|fue) /),
    fact("person", /\b(?:quien|quienes)\b/),
    explains(/\bpor que\b|^\W*como\b/),
    lists(/\bcuales son\b/),
    fact(null, /\b(?:que|cual|cuales)\b/),
    yesOrNo(/^\W*(?:es|son|hay|puedo|puede|pueden|esta|estan|tiene|tienen|se|necesito|hace)\b/),
  ],
  it: [
    fact("duration", /\bquanto (?:tempo|dura)\b|\bper quanto\b/),
    fact("date", /\bquando\b|\ba che ora\b|\bche (?:giorno|anno|mese|data)\b|\borari[oa]?\b/),
    fact(
      "money",
      /\bquanto\b.{0,40}\b(?:costa|costano|paga\w*|euro|prezzo)\b|\bqual e il (?:prezzo|costo)\b|^(?:il )?(?:prezz[oi]|costo|tariff[ae]) (?:d\w+|per)\b/,
    ),
    fact("percentage", /\bche percentuale\b/),
    fact("number", /\bquant[oaie]\b|\bche eta\b/),
    fact("place", /\b(?:dove|dov'e)\b/),
    defines(/\b(?:che )?cos'?e\b|\bcosa significa\b/),
    definesPerson(/^chi (?:e|era) /),
    fact("person", /\bchi\b/),
    explains(/\bperche\b|^come\b/),
    lists(/\bquali sono\b/),
    fact(null, /\b(?:che|cosa|quale|quali|qual)\b/),
    yesOrNo(/^(?:e|sono|c'e|ci sono|si|posso|puo|possono|devo|deve|avete|hai)\b/),
  ],
  pt: [
    fact("duration", /\bquanto tempo\b|\bqual (?:e )?o prazo\b/),
    fact("date", /\bquando\b|\ba que horas\b|\b(?:que|qual) (?:dia|data|ano|mes)\b|\bhorario\b/),
    fact(
      "money",
      /\bquanto\b.{0,40}\b(?:custa|custam|pagar?|euros?|reais|preco)\b|\bqual (?:e )?o (?:preco|custo|valor)\b|^(?:o )?(?:precos?|custo|tarifas?) (?:d[aeo]s?|para|por)\b/,
    ),
    fact("percentage", /\bque (?:percentagem|porcentagem)\b/),
    fact("number", /\bquant[oa]s?\b|\bque idade\b/),
    fact("place", /\b(?:onde|aonde)\b/),
    defines(/\bo que e\b|\bo que significa\b/),
    definesPerson(/^quem (?:e|foi) /),
    fact("person", /\bquem\b/),
    explains(/\bpor ?que\b|^como\b/),
    lists(/\bquais sao\b/),
    fact(null, /\b(?:que|qual|quais)\b/),
    yesOrNo(/^(?:e|sao|ha|posso|pode|podem|esta|tem|preciso|existe)\b/),
  ],
  nl: [
    fact("duration", /\bhoe ?lang\b|\bwelke termijn\b/),
    fact("date", /\bwanneer\b|\bhoe laat\b|\bwelke? (?:dag|datum|jaar|maand)\b|\bopeningstijden\b/),
    fact(
      "money",
      /\bhoeveel\b.{0,40}\b(?:kost|kosten|betalen|euro|prijs)\b|\bwat kost\b|\bwat is de (?:prijs|kosten)\b|^(?:de )?(?:prijs|kosten) (?:van|voor)\b/,
    ),
    fact("percentage", /\bwelk percentage\b/),
    fact("number", /\bhoeveel\b|\bhoe (?:vaak|hoog|groot|oud|ver|snel|zwaar|diep)\b/),
    fact("place", /\b(?:waar|waarheen|waarvandaan)\b/),
    defines(/^wat (?:is|zijn) (?:een |de |het )?[\p{L}\p{N} -]{2,60}\??$|\bwat betekent\b/u),
    definesPerson(/^wie (?:is|was) /),
    fact("person", /\b(?:wie|wiens)\b/),
    explains(/\bwaarom\b|^hoe\b/),
    lists(/\bwelke zijn\b/),
    fact(null, /\b(?:wat|welke?|waarmee|waaruit)\b/),
    yesOrNo(/^(?:is|zijn|kan|kunnen|mag|mogen|moet|moeten|heeft|hebben|wordt|zal)\b/),
  ],
};
