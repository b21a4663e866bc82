import { languageOf } from "../text/detect-language.ts";
import type { Language } from "../text/languages.ts";
import type { Citation } from "./answer.ts";
import type { NearSentence, Passage } from "./answerer.ts";
import { needsModel, noAnswerFound, nothingVerified } from "./messages.ts";

/** What an answer says of itself, in one language. */
export type Notices = {
  noAnswerFound: string;
  nothingVerified: string;
  needsModel: string;
  /** The model's budget had no room for so many passages. */
  partlyRead: (passages: number) => string;
  /** The encoder gave no vectors in time, so that words alone decided. */
  byWords: string;
  /** `places`: what comes nearest to the question, and where it is. */
  nearest: (places: string) => string;
  /** Before the number of a page. */
  page: string;
  /** How many documents there are. */
  documents: (count: number) => string;
  /** Before the document that was added last, and before the one that was added first. */
  newest: string;
  oldest: string;
  /** A document of the catalogue. `pages`: null until it is read. `added`: the day, "2026-01-31". */
  document: (fileName: string, pages: number | null, added: string) => string;
  /** A list goes on with so many items. */
  moreItems: (items: number) => string;
  /** `marks`: the markers of the statements that rules cannot decide. */
  unverified: (marks: string) => string;
  /** `marks`: the markers of the statements that a judge finds contradicted. */
  contradicted: (marks: string) => string;
  /** Sentences that cite nothing. */
  uncited: string;
};

const setting = "HEADWATER_MODEL_LIMITS (tokens)";
const modelSetting = "HEADWATER_LANGUAGE_MODEL";

const documentIn =
  (page: string, several: string, addedOn: string): Notices["document"] =>
  (fileName, pages, added) => {
    const length = pages === null ? "" : `${pages} ${pages === 1 ? page : several}, `;
    return `${fileName} (${length}${addedOn} ${added})`;
  };

const notices: Record<Language, Notices> = {
  en: {
    noAnswerFound,
    nothingVerified,
    needsModel,
    partlyRead: (passages) =>
      `${passages} of the passages found did not fit into ${setting} and were not read whole.`,
    byWords:
      "Sentences were compared by their words alone, because their meaning could not be compared in time. Ask again.",
    nearest: (places) => `What comes nearest: ${places}.`,
    page: "p.",
    documents: (count) => (count === 1 ? "There is 1 document." : `There are ${count} documents.`),
    newest: "The document that was added last:",
    oldest: "The document that was added first:",
    document: documentIn("page", "pages", "added"),
    moreItems: (items) => `… and ${items} more.`,
    unverified: (marks) => `Unverified, because it is in the model's own words: ${marks}`,
    contradicted: (marks) => `Contradicted by their source, a judging model finds: ${marks}`,
    uncited: "Sentences without a number cite no source.",
  },
  de: {
    noAnswerFound: "Die Quellen enthalten keine Antwort auf diese Frage.",
    nothingVerified:
      "Die Quellen wurden gelesen, aber keine Aussage zu dieser Frage ließ sich in ihnen belegen.",
    needsModel: `Die Quellen sagen das nicht ausdrücklich. Es muss aus ihnen hergeleitet werden, durch Rechnen oder durch den Vergleich mehrerer Stellen, und ohne Sprachmodell zitiert der Dienst nur. Mit ${modelSetting} werden solche Fragen beantwortet.`,
    partlyRead: (passages) =>
      `${passages} der gefundenen Stellen passten nicht in ${setting} und wurden nicht ganz gelesen.`,
    byWords:
      "Die Sätze wurden nur nach ihren Wörtern verglichen, weil ihr Sinn nicht rechtzeitig verglichen werden konnte. Bitte fragen Sie noch einmal.",
    nearest: (places) => `Am nächsten kommt: ${places}.`,
    page: "S.",
    documents: (count) => (count === 1 ? "Es gibt 1 Dokument." : `Es gibt ${count} Dokumente.`),
    newest: "Das zuletzt hinzugefügte Dokument:",
    oldest: "Das zuerst hinzugefügte Dokument:",
    document: documentIn("Seite", "Seiten", "hinzugefügt am"),
    moreItems: (items) => `… und ${items} weitere.`,
    unverified: (marks) => `Nicht geprüft, weil in eigenen Worten des Modells: ${marks}`,
    contradicted: (marks) => `Ein prüfendes Modell sieht hier einen Widerspruch zur Quelle: ${marks}`,
    uncited: "Sätze ohne Nummer nennen keine Quelle.",
  },
  fr: {
    noAnswerFound: "Les sources ne contiennent pas de réponse à cette question.",
    nothingVerified:
      "Les sources ont été lues, mais aucune affirmation sur cette question n'a pu y être vérifiée.",
    needsModel: `Les sources ne le disent pas expressément. Il faut le déduire, par un calcul ou en comparant plusieurs passages, et sans modèle de langue le service ne fait que citer. Avec ${modelSetting}, de telles questions reçoivent une réponse.`,
    partlyRead: (passages) =>
      `${passages} des passages trouvés dépassaient ${setting} et n'ont pas été lus en entier.`,
    byWords:
      "Les phrases n'ont été comparées que par leurs mots, car leur sens n'a pas pu être comparé à temps. Posez la question à nouveau.",
    nearest: (places) => `Ce qui s'en approche le plus : ${places}.`,
    page: "p.",
    documents: (count) => (count === 1 ? "Il y a 1 document." : `Il y a ${count} documents.`),
    newest: "Le dernier document ajouté :",
    oldest: "Le premier document ajouté :",
    document: documentIn("page", "pages", "ajouté le"),
    moreItems: (items) => `… et ${items} autres.`,
    unverified: (marks) => `Non vérifié, car formulé par le modèle : ${marks}`,
    contradicted: (marks) => `Un modèle de contrôle y voit une contradiction avec la source : ${marks}`,
    uncited: "Les phrases sans numéro ne citent aucune source.",
  },
  es: {
    noAnswerFound: "Las fuentes no contienen una respuesta a esta pregunta.",
    nothingVerified:
      "Se leyeron las fuentes, pero ninguna afirmación sobre esta pregunta pudo verificarse en ellas.",
    needsModel: `Las fuentes no lo dicen expresamente. Hay que deducirlo, con un cálculo o comparando varios pasajes, y sin un modelo de lenguaje el servicio solo cita. Con ${modelSetting} se responden tales preguntas.`,
    partlyRead: (passages) =>
      `${passages} de los pasajes encontrados no cabían en ${setting} y no se leyeron enteros.`,
    byWords:
      "Las frases se compararon solo por sus palabras, porque su significado no pudo compararse a tiempo. Pregunte de nuevo.",
    nearest: (places) => `Lo más cercano: ${places}.`,
    page: "p.",
    documents: (count) => (count === 1 ? "Hay 1 documento." : `Hay ${count} documentos.`),
    newest: "El último documento añadido:",
    oldest: "El primer documento añadido:",
    document: documentIn("página", "páginas", "añadido el"),
    moreItems: (items) => `… y ${items} más.`,
    unverified: (marks) => `Sin verificar, porque son palabras del modelo: ${marks}`,
    contradicted: (marks) => `Un modelo de control ve aquí una contradicción con la fuente: ${marks}`,
    uncited: "Las frases sin número no citan ninguna fuente.",
  },
  pt: {
    noAnswerFound: "As fontes não contêm uma resposta a esta pergunta.",
    nothingVerified:
      "As fontes foram lidas, mas nenhuma afirmação sobre esta pergunta pôde ser verificada nelas.",
    needsModel: `As fontes não o dizem expressamente. É preciso deduzi-lo, com um cálculo ou comparando várias passagens, e sem um modelo de linguagem o serviço apenas cita. Com ${modelSetting}, tais perguntas são respondidas.`,
    partlyRead: (passages) =>
      `${passages} das passagens encontradas não cabiam em ${setting} e não foram lidas por inteiro.`,
    byWords:
      "As frases foram comparadas apenas pelas palavras, porque o seu sentido não pôde ser comparado a tempo. Pergunte de novo.",
    nearest: (places) => `O que mais se aproxima: ${places}.`,
    page: "p.",
    documents: (count) => (count === 1 ? "Há 1 documento." : `Há ${count} documentos.`),
    newest: "O último documento adicionado:",
    oldest: "O primeiro documento adicionado:",
    document: documentIn("página", "páginas", "adicionado em"),
    moreItems: (items) => `… e mais ${items}.`,
    unverified: (marks) => `Não verificado, porque são palavras do modelo: ${marks}`,
    contradicted: (marks) => `Um modelo de verificação vê aqui uma contradição com a fonte: ${marks}`,
    uncited: "As frases sem número não citam nenhuma fonte.",
  },
  it: {
    noAnswerFound: "Le fonti non contengono una risposta a questa domanda.",
    nothingVerified:
      "Le fonti sono state lette, ma nessuna affermazione su questa domanda ha potuto essere verificata.",
    needsModel: `Le fonti non lo dicono espressamente. Bisogna ricavarlo, con un calcolo o confrontando più passi, e senza un modello linguistico il servizio si limita a citare. Con ${modelSetting} anche queste domande ricevono una risposta.`,
    partlyRead: (passages) =>
      `${passages} dei passi trovati non entravano in ${setting} e non sono stati letti per intero.`,
    byWords:
      "Le frasi sono state confrontate solo per le parole, perché il loro senso non ha potuto essere confrontato in tempo. Chieda di nuovo.",
    nearest: (places) => `Ciò che più si avvicina: ${places}.`,
    page: "p.",
    documents: (count) => (count === 1 ? "C’è 1 documento." : `Ci sono ${count} documenti.`),
    newest: "L’ultimo documento aggiunto:",
    oldest: "Il primo documento aggiunto:",
    document: documentIn("pagina", "pagine", "aggiunto il"),
    moreItems: (items) => `… e altri ${items}.`,
    unverified: (marks) => `Non verificato, perché sono parole del modello: ${marks}`,
    contradicted: (marks) => `Un modello di controllo vede qui una contraddizione con la fonte: ${marks}`,
    uncited: "Le frasi senza numero non citano alcuna fonte.",
  },
  nl: {
    noAnswerFound: "De bronnen bevatten geen antwoord op deze vraag.",
    nothingVerified:
      "De bronnen zijn gelezen, maar geen uitspraak over deze vraag kon erin worden geverifieerd.",
    needsModel: `De bronnen zeggen dit niet met zoveel woorden. Het moet worden afgeleid, door te rekenen of door meerdere plaatsen te vergelijken, en zonder taalmodel citeert de dienst alleen. Met ${modelSetting} worden zulke vragen beantwoord.`,
    partlyRead: (passages) =>
      `${passages} van de gevonden passages pasten niet in ${setting} en zijn niet helemaal gelezen.`,
    byWords:
      "De zinnen zijn alleen op hun woorden vergeleken, omdat hun betekenis niet op tijd vergeleken kon worden. Vraag het opnieuw.",
    nearest: (places) => `Het dichtst in de buurt: ${places}.`,
    page: "p.",
    documents: (count) => (count === 1 ? "Er is 1 document." : `Er zijn ${count} documenten.`),
    newest: "Het laatst toegevoegde document:",
    oldest: "Het eerst toegevoegde document:",
    document: documentIn("pagina", "pagina's", "toegevoegd op"),
    moreItems: (items) => `… en nog ${items}.`,
    unverified: (marks) => `Niet geverifieerd, want in eigen woorden van het model: ${marks}`,
    contradicted: (marks) => `Een controlerend model ziet hier een tegenspraak met de bron: ${marks}`,
    uncited: "Zinnen zonder nummer noemen geen bron.",
  },
};

/**
 * The notices in the language of a question. Where its words do not tell ("Mitgliedsgemeinden auflisten") in that of the passages
 * found, otherwise in English.
 */
export const noticesFor = (question: string, passages: readonly Passage[] = []): Notices =>
  notices[languageOf(question) ?? languageOf(passages.map(({ text }) => text).join("\n")) ?? "en"];

/** How much of a sentence that comes nearest is quoted. */
const maxQuoted = 200;

/** What comes nearest to a question that nothing answers for certain: sentences below their headings, with file and page. */
export function nearestNote(
  { nearest, page }: Notices,
  sentences: readonly NearSentence[],
  passages: readonly Passage[],
): string {
  const quotes = sentences.flatMap(({ passage, text }) => {
    const place = passages[passage];
    if (place === undefined) return [];
    const heading = place.sectionTitle.split(" › ").at(-1) ?? "";
    const said = text.replace(/\s+/g, " ").trim();
    const quote = heading === "" || heading === said ? said : `${heading}: ${said}`;
    const cut = quote.length > maxQuoted ? `${quote.slice(0, maxQuoted).trimEnd()}…` : quote;
    return `“${cut}” (${place.fileName}, ${page} ${place.pageNumber})`;
  });
  return nearest([...new Set(quotes)].join(", "));
}

/** The last line of an answer that has statements which rules cannot decide; "" when it has none. */
export function unverifiedNote(
  { unverified, contradicted, uncited }: Notices,
  {
    citations,
    mark,
    isUncited,
  }: { citations: Citation[]; mark: (citation: Citation) => string; isUncited: boolean },
): string {
  const open = citations.filter(({ verdict }) => verdict === "unverified");
  const isContradicted = ({ judged }: Citation) => judged?.opinion === "contradicted";
  const named = (found: Citation[], say: (marks: string) => string) =>
    found.length > 0 ? [`${say(found.map(mark).join(" "))}.`] : [];
  const lines = [
    ...named(
      open.filter((each) => !isContradicted(each)),
      unverified,
    ),
    ...named(open.filter(isContradicted), contradicted),
    ...(isUncited ? [uncited] : []),
  ];
  return lines.length === 0 ? "" : `\n\n${lines.join(" ")}`;
}
