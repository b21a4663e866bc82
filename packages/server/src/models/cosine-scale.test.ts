import { expect, test } from "vitest";
import { measureCosineScale, onCommonScale } from "./cosine-scale.ts";

/** An encoder that knows which passage answers which question, and puts its cosines between `low` and `high`. */
const knowing = (low: number, high: number) => {
  let asked = -1;
  return async (_question: string, passages: string[]) => {
    asked += 1;
    return passages.map((_, index) => (index === asked % passages.length ? high : low));
  };
};

test("measures where the cosines of an encoder lie", async () => {
  expect(await measureCosineScale(knowing(0.79, 0.85))).toEqual({ unrelated: 0.79, related: 0.85 });
});

test("an encoder that takes all passages of a language for alike has no scale", async () => {
  expect(
    await measureCosineScale(async (_, passages) => passages.map((_, index) => 0.5 + index / 10)),
  ).toBeNull();
});

test("brings crowded and spread cosines to the same numbers", () => {
  const crowded = { unrelated: 0.79, related: 0.85 };
  const spread = { unrelated: 0.1, related: 0.5 };
  for (const share of [0, 0.5, 1, 1.5]) {
    const at = ({ unrelated, related }: typeof spread) => unrelated + share * (related - unrelated);
    expect(onCommonScale(crowded, at(crowded))).toBeCloseTo(onCommonScale(spread, at(spread)), 10);
  }
});
