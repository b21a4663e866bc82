import { expect, it } from "vitest";
import type { FlowNode } from "../flow/flow.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import { createLlmNode } from "../nodes/llm.ts";
import { canonicalJson, keyOf, keyPartsOf } from "./content-key.ts";

const llm = createLlmNode({
  chunks: { findActive: async () => [] },
  elements: { located: async () => [] },
  tokenBudget: 1_000,
  prompts: { find: async () => null },
  clock: { now: () => new Date() },
});
const node: FlowNode = {
  ...{
    id: "llm",
    type: "llm",
    position: { x: 0, y: 0 },
    style: { height: 1, width: 1 },
    name: "llm",
    config: {},
  },
};
const found = (score: number, chunkId = "c"): NodeOutput => ({
  kind: "passages",
  lists: [{ query: { id: "q", text: "?" }, passages: [{ id: chunkId, chunkIds: [chunkId], score }] }],
});
const key = (...outputs: NodeOutput[]) =>
  keyOf(
    keyPartsOf(node, llm, {
      inputs: outputs.map((output, at) => ({ nodeId: `n${at}`, output })),
      query: null,
      reads: {},
    }),
  );

it("the same passages with other scores are answered as before; other passages, and joined ones, are not", () => {
  expect(key(found(0.5))).toBe(key(found(0.6)));
  expect(key(found(0.5))).not.toBe(key(found(0.5, "d")));
  expect(key(found(0.5), found(0.1, "d"))).not.toBe(key(found(0.5), found(0.9, "d")));
});

it("another version of a node's code makes another key", () => {
  const keyAt = (version: number) =>
    keyOf(keyPartsOf(node, { ...llm, version }, { inputs: [], query: null, reads: {} }));
  expect(keyAt(2)).not.toBe(keyAt(1));
});

it("the same configuration has one key, in whichever order its fields were written", () => {
  const keyWith = (config: FlowNode["config"]) =>
    keyOf(keyPartsOf({ ...node, config }, llm, { inputs: [], query: null, reads: {} }));
  const options = { one: { b: 1, a: [{ d: 2, c: 3 }] }, other: { a: [{ c: 3, d: 2 }], b: 1 } };
  expect(keyWith({ temperature: 0, options: options.one })).toBe(
    keyWith({ options: options.other, temperature: 0 }),
  );
  expect(canonicalJson(options.one)).toBe('{"a":[{"c":3,"d":2}],"b":1}');
});
