import type { Element } from "@headwater/client";

/** Says who wrote the words of a recording, from its elements. Empty when nothing is known. */
export function transcriptOrigin(elements: readonly Pick<Element, "metadata">[]): string {
  const facts = elements.map(({ metadata }) => metadata as Record<string, unknown>);
  const has = (key: string, value: string) => facts.some((metadata) => metadata[key] === value);
  const language = languageOf(facts);
  const inLanguage = language === undefined ? "" : `, ${language}`;
  if (has("captions", "automatic"))
    return `Automatic captions by YouTube${inLanguage}. No person has checked them.`;
  if (has("captions", "by hand")) return `Captions by YouTube${inLanguage}, written by hand.`;
  if (has("text_source", "subtitles")) return `Captions from the file${inLanguage}.`;
  if (has("text_source", "speech")) {
    const by = facts.map(({ transcriber }) => transcriber).find((name) => typeof name === "string");
    return `Transcript${by === undefined ? " by a machine" : ` by ${by}`}${inLanguage}. No person has checked it.`;
  }
  return facts.some(({ kind }) => kind === "chapter")
    ? "Only the chapters of the file: what is said was not transcribed."
    : "";
}

/** The name of the language of the text, in English. */
export function languageOf(facts: readonly Record<string, unknown>[]): string | undefined {
  const [code]: unknown[] = facts.map(({ languages }) => languages).find(Array.isArray) ?? [];
  if (typeof code !== "string" || code === "" || code === "und") return undefined;
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(code);
  } catch {
    // What a file names as its language need not be a code.
    return undefined;
  }
}
