/** The texts of answers without citations. They say plainly that nothing was found. */
export const noAnswerFound = "The sources do not contain an answer to this question.";
/** Something was answered, but none of it could be verified. */
export const nothingVerified =
  "The sources were read, but no statement about this question could be verified in them.";
export const noFilesSelected = "No files were selected, so there is nothing to answer from.";
/** When the answer has to be worked out. Names the setting that would help. */
export const needsModel =
  "The sources do not say this in so many words. It has to be worked out from them, by arithmetic or by comparing several places, and without a language model the service only quotes. Set HEADWATER_LANGUAGE_MODEL to have such questions answered.";

export const structuredOutputReady = "Structured output generated successfully.";
export const structuredOutputEmpty =
  "The sources do not contain the values asked for; the structured output says so.";
/** `why` is a sentence that names the place in the schema. */
export const structuredOutputImpossible = (why: string): string =>
  `No structured output was generated. ${why}.`;

export type SmallTalk = "greeting" | "thanks" | "service";
export type SmallTalkLanguage = "en" | "de" | "fr" | "es" | "it";

/** Replies to what is not a question to the sources. */
export const smallTalkReplies: Record<SmallTalk, Record<SmallTalkLanguage, string>> = {
  greeting: {
    en: "Hello! Ask me something about your sources, and I will answer from them with citations.",
    de: "Hallo! Fragen Sie etwas zu Ihren Quellen, und ich antworte daraus mit Belegen.",
    fr: "Bonjour ! Posez une question sur vos sources, et j'y répondrai en les citant.",
    es: "¡Hola! Pregunte algo sobre sus fuentes y responderé a partir de ellas, con citas.",
    it: "Ciao! Chieda qualcosa sulle sue fonti e risponderò citandole.",
  },
  thanks: {
    en: "You're welcome.",
    de: "Gern geschehen.",
    fr: "Je vous en prie.",
    es: "De nada.",
    it: "Prego.",
  },
  service: {
    en: "I am Headwater. I answer questions from the documents of this project, and each statement cites the place where it stands. Ask about what they say, for example “What is this about?”.",
    de: "Ich bin Headwater. Ich beantworte Fragen aus den Dokumenten dieses Projekts, und jede Aussage nennt die Stelle, an der sie steht. Fragen Sie nach ihrem Inhalt, zum Beispiel „Worum geht es?“.",
    fr: "Je suis Headwater. Je réponds à partir des documents de ce projet, et chaque affirmation cite l'endroit où elle figure. Demandez ce qu'ils disent, par exemple « De quoi s'agit-il ? ».",
    es: "Soy Headwater. Respondo a partir de los documentos de este proyecto, y cada afirmación cita el lugar donde está. Pregunte por su contenido, por ejemplo «¿De qué trata?».",
    it: "Sono Headwater. Rispondo in base ai documenti di questo progetto, e ogni affermazione cita il punto in cui si trova. Chieda che cosa dicono, per esempio «Di che cosa si tratta?».",
  },
};
