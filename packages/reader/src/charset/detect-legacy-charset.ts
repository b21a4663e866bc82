import iconv from "iconv-lite";
import { eastAsianCost, eastAsianEncodings } from "./east-asian-encodings.ts";
import { characterKind, languageModel, textCost } from "./language-model.ts";
import { singleByteEncodings } from "./single-byte-encodings.ts";
import type { TextSample } from "./text-sample.ts";

export type DetectedCharset = {
  charset: string;
  /** False when another encoding, which reads the text differently, fits almost as well. */
  certain: boolean;
};

/** Plain words count up to this many times as much as the bytes above 127, and never more than half. */
const maxPlainShare = 4;
const maxPlainWeight = 0.5;
/** The next best reading must be this much costlier: e to this power times less likely. */
const certainMargin = 5;

/**
 * Finds the encoding of text that is not Unicode and declares nothing: the one in which the text costs the least as text
 * of one of its languages.
 */
export function detectLegacyCharset({ marked, plain }: TextSample): DetectedCharset {
  const high = marked.reduce((count, byte) => count + (byte > 127 ? 1 : 0), 0);
  const plainWeight = Math.min(maxPlainWeight, (maxPlainShare * high) / Math.max(1, plain.length));
  const plainKinds = [...plain].map(characterKind);
  const models = new Map<string, { model: ReturnType<typeof languageModel>; plainCost: number }>();
  const modelOf = (language: string) => {
    let found = models.get(language);
    if (!found) {
      const model = languageModel(language);
      found = { model, plainCost: plainWeight * textCost(plainKinds, model) };
      models.set(language, found);
    }
    return found;
  };
  const readings: { charset: string; cost: number; text: string }[] = [];
  for (const { charset, languages, rarity } of singleByteEncodings) {
    const alphabet = [...iconv.decode(everyByte, charset)].map(characterKind);
    const text = iconv.decode(marked, charset);
    const kinds = Array.from(marked, (byte) => alphabet[byte] ?? characterKind("\ufffd"));
    const costs = languages.map((language) => {
      const { model, plainCost } = modelOf(language);
      return plainCost + textCost(kinds, model);
    });
    readings.push({ charset, text, cost: rarity + Math.min(...costs) });
  }
  const english = modelOf("en");
  for (const encoding of eastAsianEncodings) {
    const { cost, latin } = eastAsianCost(marked, encoding);
    const latinCost = english.plainCost + textCost([...latin].map(characterKind), english.model);
    readings.push({
      charset: encoding.charset,
      text: iconv.decode(marked, encoding.charset),
      cost: cost + latinCost,
    });
  }
  readings.sort((a, b) => a.cost - b.cost);
  const [best] = readings;
  if (!best) return { charset: "windows-1252", certain: false };
  const other = readings.find(({ text }) => text !== best.text);
  return { charset: best.charset, certain: !other || other.cost - best.cost >= certainMargin };
}

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
