import { foldAccents } from "./terms.ts";

/**
 * Whether texts contain what was typed: in any case, with or without accents, and with white space of any length as one
 * space. Without a letter every text does.
 */
export function textHolding(typed: string): (text: string) => boolean {
  const wanted = plain(typed).trim();
  return (text) => plain(text).includes(wanted);
}

const plain = (text: string): string => foldAccents(text).replace(/\s+/g, " ");
