import { builtInEncoder, multilingualEncoder } from "../../packages/server/src/models/built-in-encoder.ts";
import type { CompareTexts } from "../../packages/server/src/models/compare-meaning.ts";
import { openMeaning } from "./meaning.ts";

/** Compares texts as the service does: by the English encoder in English, else by the multilingual one. Undefined without both. */
export async function benchCompareTexts(): Promise<CompareTexts | undefined> {
  const [english, multilingual] = [builtInEncoder(), multilingualEncoder()];
  if (english?.provider !== "local" || multilingual?.provider !== "local") return undefined;
  const [inEnglish, elsewhere] = [await openMeaning(english.folder), await openMeaning(multilingual.folder)];
  return (text, texts, isEnglish, sections) =>
    (isEnglish ? inEnglish : elsewhere).alike(text, texts, sections);
}
