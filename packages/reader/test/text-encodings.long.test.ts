import { expect, it } from "vitest";
import { decodeText } from "../src/charset/charset.ts";
import { encodedSamples, sampleLengths } from "../testing/encoded-samples.ts";

const scripts = ["Latin", "Cyrillic", "Greek", "Hebrew", "Arabic", "Han", "Hiragana", "Hangul", "Thai"];

/** The script of most letters above ASCII. Japanese and Chinese count as one. */
function scriptOf(text: string): string {
  const letters = text.replace(/[\0-\x7f]/g, "");
  const counts = scripts.map(
    (script) => letters.match(new RegExp(`\\p{Script=${script}}`, "gu"))?.length ?? 0,
  );
  const main = scripts[counts.indexOf(Math.max(...counts))] ?? "";
  return main === "Hiragana" ? "Han" : main;
}

const groups: [string, (encoding: string) => boolean][] = [
  ["code pages", (encoding) => !encoding.startsWith("utf")],
  ["UTF-8", (encoding) => encoding === "utf-8"],
  ["UTF-16 without a mark", (encoding) => encoding.startsWith("utf-16")],
];
const cases = (["development", "held-out"] as const).flatMap((set) =>
  groups.flatMap(([group, belongs]) =>
    sampleLengths.map((length) => ({
      name: `${group}, ${length} bytes, ${set}`,
      length,
      samples: encodedSamples(set).filter((each) => each.length === length && belongs(each.encoding)),
    })),
  ),
);

/** Texts in 20 languages and 45 pairs with a code page. A short piece may be wrong where it is marked as uncertain. */
it.each(cases)("$name", ({ samples, length }) => {
  const wrong = samples
    .map((sample) => ({ ...sample, ...decodeText(sample.bytes) }))
    .filter(({ text, truth }) => text !== truth);
  if (length < 300) expect(wrong.filter(({ certain }) => certain)).toEqual([]);
  else {
    expect(wrong.filter(({ text, truth }) => scriptOf(text) !== scriptOf(truth))).toEqual([]);
    expect(wrong.length / samples.length).toBeLessThanOrEqual(0.03);
  }
  expect(samples.length).toBeGreaterThan(0);
});
