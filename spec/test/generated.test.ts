import { expect, test } from "vitest";
import { staleFiles } from "../scripts/generate.ts";

test("the committed output is what the YAML says", { timeout: 60_000 }, async () => {
  expect(await staleFiles()).toEqual([]);
});
