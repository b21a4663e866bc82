import { expect, it } from "vitest";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import type { EncoderFolder } from "./encoder-folder.ts";
import { connectModel } from "./model-connection.ts";
import type { Encoded } from "./sentence-encoder.ts";

/** A thread that gives its own number as the vector of each text. */
const entry = new URL(
  `data:text/javascript,import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", ({ id }) => parentPort.postMessage({ id, output: { vector: Float32Array.of(threadId), tokens: 1 } }));`,
);
const encoder: EncoderFolder = {
  ...{ folder: "", model: "", tokenizer: "", tokenizerConfig: null, pooling: "mean", maxTokens: 8 },
  prefixes: { query: "", passage: "" },
};

it("keeps its thread while texts come, ends it when none came for a while, and starts another with the next", async () => {
  const { timer, pass } = createManualTimer(createManualClock());
  const connection = connectModel<string, Encoded>(
    { encoder },
    { entry, textMs: 60_000, idleMs: 300_000 },
    timer,
  );
  const thread = async () => (await connection.run("a")).vector[0];
  const first = await thread();
  await pass(299_000);
  expect(await thread()).toBe(first);
  await pass(299_000);
  expect(await thread()).toBe(first);
  await pass(300_000);
  expect(await thread()).not.toBe(first);
  await connection.close();
});

const slowThread = (ms: number) =>
  new URL(
    `data:text/javascript,import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id }) => setTimeout(() => parentPort.postMessage({ id, output: { vector: Float32Array.of(7), tokens: 1 } }), ${ms}));`,
  );

it("ends its thread once the text under way is encoded: the runtime must not be cut off while it computes", async () => {
  const { timer } = createManualTimer(createManualClock());
  const connection = connectModel<string, Encoded>(
    { encoder },
    { entry: slowThread(20), textMs: 60_000, idleMs: 300_000 },
    timer,
  );
  const encoded = connection.run("a");
  await connection.close();
  expect((await encoded).vector[0]).toBe(7);
});

it("ends a thread that does not answer all the same", async () => {
  const { timer, pass } = createManualTimer(createManualClock());
  const entry = slowThread(600_000);
  const connection = connectModel<string, Encoded>(
    { encoder },
    { entry, textMs: 60_000, idleMs: 300_000 },
    timer,
  );
  const encoded = connection.run("a").catch((error: Error) => error.message);
  const closed = connection.close();
  await pass(1_000);
  await closed;
  expect(await encoded).toBe("its thread ended");
});
