import { type Language, languages, languageWords, listed } from "./languages.ts";

const known = new Map(
  languages.map((language) => [language, new Set(listed(languageWords[language].functionWords))]),
);

/** `token` is folded. */
export const isFunctionWord = (token: string, language: Language): boolean =>
  known.get(language)?.has(token) === true;

/** Whether any of the languages has it. `token` is folded. */
export const isAnyFunctionWord = (token: string): boolean =>
  languages.some((language) => isFunctionWord(token, language));

/** The parts of a word that an apostrophe joins: "l'hôtel" → "l", "hotel". English endings stay. */
export const partsOf = (token: string): string[] => {
  const at = token.indexOf("'");
  return at < 0 || at > 5 || token.length - at < 3 ? [token] : [token.slice(0, at), token.slice(at + 1)];
};

/**
 * Asking words of languages written without spaces. They are removed before the text is split into pairs of characters.
 */
export const unspacedAsking =
  /什么|什麼|谁|誰|哪里|哪裡|哪个|哪一|哪|多少|几|幾|为什么|為什麼|怎么|怎麼|如何|何时|何時|吗|嗎|呢|いつ|どこ|なぜ|どう|どの|どれ|どんな|いくら|いくつ|何[人年月日時分個件円本回台]?|ですか|ますか|でしたか|ましたか|か？|か$/gu;
