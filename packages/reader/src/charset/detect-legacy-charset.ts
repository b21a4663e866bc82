import iconv from "iconv-lite";
import { eastAsianCost, eastAsianEncodings } from "./east-asian-encodings.ts";
import { characterKind, type LanguageModel, languageModel, textCost } from "./language-model.ts";
import { singleByteEncodings } from "./single-byte-encodings.ts";
import type { TextSample } from "./text-sample.ts";

export type DetectedCharset = {
  charset: string;
  /** False when another encoding, which reads the text differently, fits almost as well. */
  certain: boolean;
};

/** The next best reading must be this much costlier: e to this power times less likely. */
const certainMargin = 5;

/**
 * Finds the encoding of text that is not Unicode and declares nothing: the one in which the text costs the least as text
 * of one of its languages.
 */
export function detectLegacyCharset(sample: TextSample): DetectedCharset {
  const { marked } = sample;
  const language = languages(sample);
  const english = language("en");
  const readings = [
    ...singleByteEncodings.map(({ charset, languages, rarity }) => {
      const alphabet = [...iconv.decode(everyByte, charset)].map(characterKind);
      const kinds = Array.from(marked, (byte) => alphabet[byte] ?? characterKind("\ufffd"));
      const costs = languages.map((name) => {
        const { model, plainCost } = language(name);
        return plainCost + textCost(kinds, model);
      });
      return { charset, cost: rarity + Math.min(...costs) };
    }),
    ...eastAsianEncodings.map((encoding) => {
      const { cost, latin } = eastAsianCost(marked, encoding);
      const latinCost = textCost([...latin].map(characterKind), english.model);
      return { charset: encoding.charset, cost: english.plainCost + latinCost + cost };
    }),
  ].sort((a, b) => a.cost - b.cost);
  const [best = { charset: "windows-1252", cost: 0 }, ...others] = readings;
  const text = iconv.decode(marked, best.charset);
  const rival = others
    .filter(({ cost }) => cost - best.cost < certainMargin)
    .find(({ charset }) => iconv.decode(marked, charset) !== text);
  return { charset: best.charset, certain: rival === undefined };
}

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/** Plain words count up to this many times as much as the bytes above 127, and never more than half. */
const maxPlainShare = 4;
const maxPlainWeight = 0.5;
/** In a text of another script, a Latin letter of the plain words costs this much more than in an English text. */
const latinElsewhere = 0.25;

/** Loads the model of a language once, with what the plain words of the sample cost in it. */
function languages({ marked, plain }: TextSample) {
  const high = marked.filter((byte) => byte > 127).length;
  const weight = Math.min(maxPlainWeight, (maxPlainShare * high) / Math.max(1, plain.length));
  const kinds = [...plain].map(characterKind);
  const latinLetters = kinds.filter(({ isLetter }) => isLetter).length;
  const loaded = new Map<string, { model: LanguageModel; plainCost: number }>();
  return function load(language: string): { model: LanguageModel; plainCost: number } {
    const known = loaded.get(language);
    if (known) return known;
    const model = languageModel(language);
    const plainCost = model.latin
      ? weight * textCost(kinds, model)
      : load("en").plainCost + weight * latinElsewhere * latinLetters;
    loaded.set(language, { model, plainCost });
    return { model, plainCost };
  };
}
