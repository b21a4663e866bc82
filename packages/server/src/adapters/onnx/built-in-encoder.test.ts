import { afterAll, expect, it } from "vitest";
import { builtInEncoder } from "../../models/built-in-encoder.ts";
import { openLocalEmbedder } from "./local-embedder.ts";

const entry = new URL("../../compose/encoder-thread.ts", import.meta.url);
const never = new AbortController().signal;
const embedder = await openLocalEmbedder(builtInEncoder()?.folder ?? "", entry);
afterAll(() => embedder.close());

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

it("the encoder of the service finds what says the same in other words", async () => {
  const passages = [
    "The museum opens at nine and closes at five.",
    "Refunds are paid within 14 days to the account that you paid from.",
    "Batteries last ten hours when the display is dimmed.",
  ];
  const questions = ["How do I get my money back?", "Can I visit in the morning?", "When must I charge it?"];
  const { vectors } = await embedder.embed(passages, "passage", never);
  const asked = (await embedder.embed(questions, "query", never)).vectors;
  const nearest = asked.map((question) => {
    const near = vectors.map((vector) => dot(question, vector));
    return near.indexOf(Math.max(...near));
  });
  expect(nearest).toEqual([1, 0, 2]);
});
