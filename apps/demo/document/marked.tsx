import { cutAtMatches } from "./find.ts";

/** Shows a text with the search words highlighted. Without words it shows only the text. */
export function Marked({ text, words }: { text: string; words: string }) {
  if (words.trim() === "") return text;
  return cutAtMatches(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
