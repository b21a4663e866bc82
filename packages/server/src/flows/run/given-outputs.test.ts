import { expect, it } from "vitest";
import { rowOf, wordNodes } from "../../../testing/word-nodes.ts";
import { createGivenOutputs } from "./given-outputs.ts";
import { runGraph } from "./run-graph.ts";

const graph = rowOf(
  ["dataset", { files: ["a", "b"] }],
  ["retrieval", {}],
  ["reranking", {}],
  ["response", {}],
);

/** Runs a revision; answers which nodes ran, what came out, and the expensive node's part of the trace. */
function createRuns(files: Map<string, string>) {
  let now = 0;
  const given = createGivenOutputs({ now: () => new Date(now) });
  const run = async (query: string, projectId = "p") => {
    const { kinds, ran } = wordNodes(files);
    const expensive = { ...kinds, reranking: { ...kinds.reranking, isKeptByRuns: true as const } };
    const { records, trace } = await runGraph(
      {
        ...{ graph, projectId, query, kept: null, given, signal: new AbortController().signal },
        nodeIds: new Set(graph.nodes.map(({ id }) => id)),
      },
      expensive,
    );
    return { ran, output: records.get("response")?.output, traced: trace[2] };
  };
  return { run, wait: (ms: number) => (now += ms) };
}
const all = ["dataset", "retrieval", "reranking", "response"];

it("runs of a revision do not run what is expensive again, and give the same", async () => {
  const { run } = createRuns(
    new Map([
      ["a", "a1"],
      ["b", "b1"],
    ]),
  );
  const first = await run("who");
  expect(first.ran).toEqual(all);
  const second = await run("who");
  expect(second.ran).toEqual(["dataset", "retrieval", "response"]);
  expect(second.output).toEqual(first.output);
  expect(second.traced).toMatchObject({ state: "kept", why: "an earlier run gave it", milliseconds: 0 });
  expect((await run("what")).ran).toEqual(all);
});

it("what comes of a deleted source is found no more, nor by another project, nor after ten minutes", async () => {
  const files = new Map([
    ["a", "a1"],
    ["b", "b1"],
  ]);
  const { run, wait } = createRuns(files);
  await run("who");
  expect((await run("who", "other")).ran).toEqual(all);
  files.delete("b");
  const { ran, output } = await run("who");
  expect(ran).toEqual(all);
  expect(JSON.stringify(output)).not.toContain("b1");
  wait(10 * 60_000);
  expect((await run("who")).ran).toEqual(all);
});
