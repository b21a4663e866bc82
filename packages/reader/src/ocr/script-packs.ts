import { languageFit } from "../charset/language-fit.ts";
import { languageName } from "./ocr-doubt.ts";

/**
 * Tesseract's packs of the scripts that the recogniser does not have, by Tesseract's names of both: the packs of the most
 * frequent languages first.
 */
const packsByScript: Readonly<Record<string, readonly string[]>> = {
  Arabic: ["ara", "fas", "urd"],
  Armenian: ["hye"],
  Bengali: ["ben"],
  Cyrillic: ["rus", "ukr", "bul", "srp", "bel", "mkd"],
  Devanagari: ["hin", "mar", "nep"],
  Ethiopic: ["amh"],
  Georgian: ["kat"],
  Greek: ["ell"],
  Gujarati: ["guj"],
  Gurmukhi: ["pan"],
  Hebrew: ["heb"],
  Kannada: ["kan"],
  Khmer: ["khm"],
  Korean: ["kor"],
  Hangul: ["kor"],
  Lao: ["lao"],
  Malayalam: ["mal"],
  Myanmar: ["mya"],
  Sinhala: ["sin"],
  Tamil: ["tam"],
  Telugu: ["tel"],
  Thai: ["tha"],
  Tibetan: ["bod"],
};

/** Undefined for a script that the recogniser knows, or that Tesseract has no pack for. */
export const packsOf = (script: string): readonly string[] | undefined => packsByScript[script];

/** Languages of which the recogniser has only some letters, by their two letters, and their packs. */
const packsOfPartlyKnown: Readonly<Record<string, string>> = { el: "ell", vi: "vie" };

/** What it reads of them is still nearer to them than to any other language, by so much for each letter (1.5 and 4.5). */
const minGain = 0.5;
const minLetters = 40;

/** The language of a text that lacks some of its letters when the recogniser has read it, and its pack. Null for others. */
export function partlyKnownLanguage(texts: readonly string[]): { name: string; pack: string } | null {
  if (texts.join("").length < minLetters) return null;
  const best = languageFit(texts);
  const pack = best && packsOfPartlyKnown[best.language];
  if (!pack) return null;
  const others = languageFit(texts, latinLanguages);
  return others && others.cost - best.cost < minGain ? null : { name: languageName(best.language), pack };
}

const latinLanguages = "ca cs da de en es et fi fr hr hu is it lt lv nb nl pl pt ro sk sl sv tr".split(" ");

const allPacks = new Set(Object.values(packsByScript).flat());

/** Whether a language is written in letters that the recogniser does not have. */
export const isOfOtherScript = (pack: string): boolean => allPacks.has(pack);
