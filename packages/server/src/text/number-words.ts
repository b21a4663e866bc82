import { foldAccents } from "./terms.ts";

/** Number words in English, German, French, Spanish, Italian, Portuguese and Dutch, folded. */
const words: Record<number, string> = {
  1: "one ein eine einen einem einer eins un une uno una um uma een",
  2: "two zwei deux dos due dois duas twee",
  3: "three drei trois tres tre drie",
  4: "four vier quatre cuatro quattro quatro",
  5: "five funf cinq cinco cinque vijf",
  6: "six sechs seis sei zes",
  7: "seven sieben sept siete sette sete zeven",
  8: "eight acht huit ocho otto oito",
  9: "nine neun neuf nueve nove negen",
  10: "ten zehn dix diez dieci dez tien",
  11: "eleven elf onze once undici",
  12: "twelve zwolf douze doce dodici doze twaalf",
  14: "fourteen vierzehn quatorze catorce quattordici veertien",
  15: "fifteen funfzehn quinze quince quindici vijftien",
  18: "eighteen achtzehn diciotto achttien",
  20: "twenty zwanzig vingt veinte venti vinte twintig",
  24: "vierundzwanzig veinticuatro ventiquattro vierentwintig",
  30: "thirty dreissig trente treinta trenta trinta dertig",
  40: "forty vierzig quarante cuarenta quaranta quarenta veertig",
  50: "fifty funfzig cinquante cincuenta cinquanta cinquenta vijftig",
  60: "sixty sechzig soixante sesenta sessanta sessenta zestig",
  90: "ninety neunzig nonante noventa novanta negentig",
  100: "hundred hundert cent cien cento honderd",
};

const values = new Map(
  Object.entries(words).flatMap(([value, spellings]) =>
    spellings.split(" ").map((word): [string, number] => [word, Number(value)]),
  ),
);

/** A number that is written as a word, with the word and its place in the text (UTF-16 offsets). */
export type NumberWord = { value: number; text: string; start: number; end: number };

/** The number words of a text in order. "one" and its like are articles in most languages; use them with care. */
export const numberWordsIn = (text: string): NumberWord[] =>
  [...text.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
    const value = values.get(foldAccents(word));
    return value === undefined ? [] : [{ value, text: word, start: index, end: index + word.length }];
  });
