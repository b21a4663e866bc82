import { describe, expect, it } from "vitest";
import { createFlowSources } from "../../../testing/graph-sources.ts";
import { scriptedModel } from "../../../testing/scripted-model.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import { createSummariesOfSources, type SummaryModels } from "../raptor/summaries-of-sources.ts";
import { createRaptorRagNode } from "./raptor-rag.ts";

const pilots = Array.from(
  { length: 9 },
  (_, at) => `Part ${at} tells how pilots guide ships into harbour ${at}. Tides matter in part ${at}.`,
);
const bees = Array.from({ length: 6 }, (_, at) => `Hive ${at} has bees that visit orchard ${at} in spring.`);

async function open(models: SummaryModels = {}) {
  const sources = createFlowSources();
  await sources.put("pilots", pilots);
  await sources.put("bees", bees);
  const summaries = createSummariesOfSources(sources, models);
  const node = createRaptorRagNode({ ...sources, summaries });
  const run = (config: Record<string, unknown> = {}, given: Parameters<typeof sources.input>[2] = {}) =>
    node.run(sources.input("raptor-rag", config, { query: "How do pilots guide ships?", ...given }));
  return { ...sources, node, run };
}

const passagesOf = (output: NodeOutput) =>
  output.kind === "passages" ? (output.lists[0]?.passages ?? []) : expect.unreachable();

describe("a raptor-rag node", () => {
  it("finds chunks and summaries together, and says what a summary stands for", async () => {
    const { run, versions } = await open();
    const { output, counts, notes } = await run();
    const passages = passagesOf(output);
    const scores = passages.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    // Each chunk on pilots is a better hit, so their summaries would say nothing new.
    expect(passages.filter(({ id }) => id.startsWith("pilots"))).toHaveLength(9);
    expect(passages.filter(({ id }) => id.startsWith("summary pilots"))).toEqual([]);
    expect(counts).toEqual({ tree_levels: 2, total_clusters: 4, total_summaries: 4 });
    expect(notes).toEqual(["The summaries are sentences of the files, because no model writes them"]);
    const bees = await run({}, { query: "Hive 0 orchard 5 bees spring hive 2" });
    const summary = passagesOf(bees.output).find((passage) => passage.summary !== undefined);
    expect(summary).toMatchObject({ metadata: { level: expect.any(Number), written_by_model: false } });
    expect(summary?.chunkIds.length).toBeGreaterThan(1);
    const texts = new Map(
      [...versions.values()].flatMap(({ chunks }) => chunks.map((chunk) => [chunk.chunkId, chunk.text])),
    );
    const traced = summary?.metadata?.sentences as { chunk_id: string; start: number; end: number }[];
    expect(traced.map(({ chunk_id, start, end }) => texts.get(chunk_id)?.slice(start, end)).join(" ")).toBe(
      summary?.summary,
    );
  });

  it("reads a changed file alone, nothing again when one is deleted, and nothing for other levels", async () => {
    const { run, put, remove, saves } = await open();
    await run();
    expect(saves).toEqual(["pilots v1", "bees v1"]);
    expect((await run({ max_level: 8 })).counts.tree_levels).toBe(2);
    await put("bees", [...bees, "Winter is cold for bees."], 2);
    await run();
    expect(saves.slice(2)).toEqual(["bees v2"]);
    remove("pilots");
    expect(passagesOf((await run()).output).some(({ chunkIds }) => chunkIds[0]?.startsWith("pilots"))).toBe(
      false,
    );
    expect(saves).toHaveLength(3);
  });

  it("gives at most topK passages, and refuses what is out of range", async () => {
    const { run } = await open();
    expect(passagesOf((await run({ topK: 3 })).output)).toHaveLength(3);
    await expect(run({ topK: 0 })).rejects.toThrow("topK must be a positive integer or null");
    for (const max_level of [1, 9, 2.5, "3"])
      await expect(run({ max_level })).rejects.toThrow("max_level must be an integer from 2 to 8");
    expect((await run({}, { query: null })).notes).toContain("There is no query, so nothing was searched");
  });

  it("lets a model write what its tokens allow, once, and says what it costs", async () => {
    const { model, asked } = scriptedModel(() => "Pilots guide ships into harbours, says a model.");
    const { run, node, input } = await open({ writer: { model, tokensPerFile: 100_000 } });
    const before = await node.estimate?.(input("raptor-rag", {}, {}));
    expect(before).toEqual({ files: 2, chunks: 15, modelCalls: 13, tokens: 200_000 });
    const { output, usage, notes } = await run();
    expect(asked).toHaveLength(4);
    expect(usage).toMatchObject({ tokensIn: 40, tokensOut: 8 });
    expect(notes).toEqual([]);
    expect(passagesOf(output).find(({ summary }) => summary !== undefined)).toMatchObject({
      summary: "Pilots guide ships into harbours, says a model.",
      metadata: { written_by_model: true },
    });
    await run();
    expect(asked).toHaveLength(4);
    expect(await node.estimate?.(input("raptor-rag", {}, {}))).toMatchObject({ modelCalls: 0, tokens: 0 });
  });

  it("keeps nothing of a file whose model failed, and tries it again", async () => {
    let fails = true;
    const { model } = scriptedModel(() => (fails ? new Error("No model") : "A summary of pilots."));
    const { run, saves } = await open({ writer: { model, tokensPerFile: 100_000 } });
    await expect(run()).rejects.toThrow("No model");
    expect(saves).toEqual([]);
    fails = false;
    expect((await run()).counts.total_summaries).toBe(4);
  });

  it("says when the tokens were not enough", async () => {
    const { model } = scriptedModel(() => "A summary of pilots.");
    const { run } = await open({ writer: { model, tokensPerFile: 1_000 } });
    expect((await run()).notes).toEqual([
      expect.stringMatching(/^A model wrote [1-3] of 4 summaries, with 1000 tokens for each file\./),
    ]);
  });
});
