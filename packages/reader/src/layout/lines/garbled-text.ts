import { fitsNoLanguage } from "../../charset/language-fit.ts";
import type { Font, Word } from "../page/page.ts";

/** Fewer characters than this show nothing about a page. */
const minCharacters = 60;
/** Characters that are not text: replacement and control characters, private use, and codes without a character. */
const noText = /[\ufffd\p{Cc}\p{Co}\p{Cn}]/gu;
const maxNoText = 0.2;

type FontText = Pick<Word, "text" | "font">;

/**
 * Whether a page's text is not what the page shows, because its fonts say nothing true about their glyphs: too many
 * characters without a meaning, or words that no language has. False where other fonts of the page are sound.
 */
export function isGarbled(words: readonly FontText[]): boolean {
  if (!isAllGarbled(words)) return false;
  const isGarbledWord = garbledWords(words);
  const sound = isGarbledWord ? words.filter((word) => !isGarbledWord(word)) : [];
  return texts(sound).join("").length < minCharacters || isAllGarbled(sound);
}

function isAllGarbled(words: readonly FontText[]): boolean {
  const text = texts(words).join("");
  if (text.length < minCharacters) return false;
  return countNoText(text) > maxNoText * text.length || fitsNoLanguage(texts(words));
}

/** A font shows less text than a page. */
const minFontCharacters = 30;

/** Whether a word belongs to a font whose text is not what the page shows. */
export type IsGarbledWord = (word: FontText) => boolean;

/**
 * Which words of a page are not what it shows, where other fonts on the page are sound: all of a font whose words no
 * language has, and of a font that lacks characters those without them. Null where there are none.
 */
export function garbledWords(words: readonly FontText[]): IsGarbledWord | null {
  const byFont = new Map<Font, Pick<Word, "text">[]>();
  for (const word of words) {
    const own = byFont.get(word.font);
    if (own) own.push(word);
    else byFont.set(word.font, [word]);
  }
  const fonts = [...byFont];
  const wrong = new Set(fonts.filter(([font, own]) => isWrongFont(font, own)).map(([font]) => font));
  const incomplete = new Set(fonts.filter(([, own]) => lacksCharacters(own)).map(([font]) => font));
  if (wrong.size + incomplete.size === 0 && !words.some(({ text }) => lacksLetter(text))) return null;
  return ({ text, font }) =>
    wrong.has(font) || (incomplete.has(font) && countNoText(text) > 0) || lacksLetter(text);
}

function lacksCharacters(words: readonly Pick<Word, "text">[]): boolean {
  // A single sign without a meaning is a bullet.
  const text = texts(words.filter((word) => word.text.length > 1)).join("");
  return text.length >= minFontCharacters && countNoText(text) > maxNoText * text.length;
}

/** A word with a letter that its font has no character for. */
const lacksLetter = (text: string): boolean => text.includes("\ufffd") && /\p{L}{2}/u.test(text);

/** Words of signs: at least six characters, mostly no letters and no figures, and four kinds of signs. */
const minSignWord = 6;
const minSignKinds = 4;
const maxMeaning = 0.35;
const minSignShare = 0.5;

/** Code is full of signs and capitals. */
function isWrongFont(font: Font, words: readonly Pick<Word, "text">[]): boolean {
  if (font.monospaced) return false;
  const all = texts(words);
  const signs = all.filter(isSignWord).join("").length;
  return signs > minSignShare * all.join("").length || isOneLetter(all.join("")) || fitsNoLanguage(all);
}

/** All glyphs of a font have the same letter where its map is a stand-in. */
const isOneLetter = (text: string): boolean => text.length >= minFontCharacters && /^(\p{L})\1*$/u.test(text);

function isSignWord(text: string): boolean {
  if (text.length < minSignWord) return false;
  const signs = text.replace(/[\p{L}\p{N}]+/gu, "");
  return (
    signs.length >= minSignKinds &&
    new Set(signs).size >= minSignKinds &&
    (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < maxMeaning * text.length
  );
}

const texts = (words: readonly Pick<Word, "text">[]): string[] => words.map((word) => word.text);

const countNoText = (text: string): number => text.replace(/[!-~]+/g, "").match(noText)?.length ?? 0;
