import { expect, it } from "vitest";
import { hashTerms } from "../text/term-hash.ts";
import { scoreStored } from "./score-stored.ts";

const stored = ["wing filler", "tail filler", "wing tail"].map((text, position) => ({
  chunkId: text,
  fileId: "f",
  position,
  termHashes: hashTerms(text.split(" ")),
}));
const idsFor = async (query: { weights?: number[]; required?: string[][] }) =>
  (await scoreStored(stored, { terms: ["wing", "tail"], limit: 10, ...query })).map(({ chunkId }) => chunkId);

it("counts a term by its weight, as the index does", async () => {
  expect(await idsFor({ weights: [2, 1] })).toEqual(["wing tail", "wing filler", "tail filler"]);
  expect(await idsFor({ weights: [1, 2] })).toEqual(["wing tail", "tail filler", "wing filler"]);
});

it("finds only chunks with a term of each required list, as the index does", async () => {
  expect(await idsFor({ required: [["filler"], ["tail", "tails"]] })).toEqual(["tail filler"]);
});
