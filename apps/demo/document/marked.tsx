import { cutAtMatches } from "./find.ts";

/** A text with the words looked for marked; the text alone without words. */
export function Marked({ text, words }: { text: string; words: string }) {
  if (words.trim() === "") return text;
  return cutAtMatches(text, words).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
