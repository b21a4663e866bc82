import type { Font, Word } from "./page.ts";

/** Fewer words than this show nothing. */
const minWords = 15;
const minCharacters = 60;
/** A sample of about so many words of a page is enough. */
const maxWords = 200;
/** Characters that are no text: replacement and control characters, private use, and codes without a character. */
const noText = /[\ufffd\p{Cc}\p{Co}\p{Cn}]/gu;
const maxNoText = 0.2;
const threeLetters = /\p{L}\P{L}*\p{L}\P{L}*\p{L}/u;
const latinWord = /^\p{Lu}?\p{Script=Latin}{3,}[.,;:]?$/u;
/** What most words are. It is found faster. */
const plainWord = /^[A-Z]?[a-z]{3,}[.,;:]?$/;
/** In languages written with Latin letters, a third to a half of the letters are vowels. Shifted letters have about a sixth. */
const minVowels = 0.24;
/** "4XDQWLW\" and "RI\WKH": signs and figures among the letters of most words. */
const mixed = /\p{L}[\d\\^$#%=<>[\]{}|~"!?*]+\p{L}/u;
const mixable = /[\d\\^$#%=<>[\]{}|~"!?*]/;
const maxMixed = 0.35;

/**
 * Whether a page's text is not what the page shows, because its fonts say nothing true about their glyphs: too many
 * characters without a meaning, or words that no language has.
 */
export function isGarbled(all: readonly Pick<Word, "text">[]): boolean {
  const step = Math.max(1, Math.floor(all.length / maxWords));
  const words = step === 1 ? all : all.filter((_, index) => index % step === 0);
  const text = words.map((word) => word.text).join("");
  if (text.length < minCharacters) return false;
  const others = text.replace(/[!-~]+/g, "");
  if ((others.match(noText)?.length ?? 0) > maxNoText * text.length) return true;
  const lettered = words.filter((word) => threeLetters.test(word.text));
  const latin = words.filter((word) => isLatinWord(word.text));
  if (latin.length >= minWords && latin.length > 0.5 * lettered.length && vowelShare(latin) < minVowels)
    return true;
  const broken = lettered.filter((word) => mixable.test(word.text) && mixed.test(word.text)).length;
  return lettered.length >= minWords && broken > maxMixed * lettered.length;
}

/** A font shows less text than a page. */
const minFontWords = 8;
const minFontCharacters = 30;
const minLatinFontWords = 12;
/** A capital inside of a word. Names of products and of functions have them, but also vowels. */
const innerCapital = /\p{Ll}\p{Lu}/u;
const maxFontVowels = 0.32;

/** Whether a word belongs to a font whose text is not what the page shows. */
export type IsGarbledWord = (word: Pick<Word, "text" | "font">) => boolean;

/**
 * Which words of a page are not what it shows, where other fonts on the page are sound: all of a font whose words no
 * language has, and of a font that lacks characters those without them. Null where there are none.
 */
export function garbledWords(words: readonly Pick<Word, "text" | "font">[]): IsGarbledWord | null {
  const byFont = new Map<Font, Pick<Word, "text">[]>();
  for (const word of words) {
    const own = byFont.get(word.font);
    if (own) own.push(word);
    else byFont.set(word.font, [word]);
  }
  const fonts = [...byFont];
  const wrong = new Set(fonts.filter(([font, own]) => isWrongFont(font, own)).map(([font]) => font));
  const incomplete = new Set(fonts.filter(([, own]) => lacksCharacters(own)).map(([font]) => font));
  if (wrong.size + incomplete.size === 0) return null;
  return ({ text, font }) =>
    wrong.has(font) || (incomplete.has(font) && (text.replace(/[!-~]+/g, "").match(noText)?.length ?? 0) > 0);
}

function lacksCharacters(words: readonly Pick<Word, "text">[]): boolean {
  // A single sign without a meaning is a bullet.
  const longer = words.filter((word) => word.text.length > 1);
  const text = longer.map((word) => word.text).join("");
  if (text.length < minFontCharacters) return false;
  return (text.replace(/[!-~]+/g, "").match(noText)?.length ?? 0) > maxNoText * text.length;
}

function isWrongFont(font: Font, words: readonly Pick<Word, "text">[]): boolean {
  const lettered = words.filter((word) => threeLetters.test(word.text));
  // Code is full of signs and capitals.
  if (font.monospaced || lettered.length < minFontWords) return false;
  const vowels = vowelShare(lettered);
  const latin = lettered.filter((word) => isLatinWord(word.text));
  if (
    latin.length >= minLatinFontWords &&
    latin.length > 0.5 * lettered.length &&
    vowelShare(latin) < minVowels
  )
    return true;
  const broken = lettered.filter((word) => mixed.test(word.text) || innerCapital.test(word.text)).length;
  return broken > maxMixed * lettered.length && vowels < maxFontVowels;
}

const isLatinWord = (text: string): boolean =>
  plainWord.test(text) || (latinWord.test(text) && text !== text.toUpperCase());

const vowelCodes = new Set([..."aeiouy"].map((vowel) => vowel.charCodeAt(0)));

function vowelShare(words: readonly Pick<Word, "text">[]): number {
  let letters = 0;
  let vowels = 0;
  for (const { text } of words) {
    const bare = text.normalize("NFD");
    for (let index = 0; index < bare.length; index += 1) {
      // Sets the bit that makes A to a.
      const code = bare.charCodeAt(index) | 0x20;
      if (code < 0x61 || code > 0x7a) continue;
      letters += 1;
      if (vowelCodes.has(code)) vowels += 1;
    }
  }
  return vowels / letters;
}
