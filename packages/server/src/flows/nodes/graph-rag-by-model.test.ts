import { describe, expect, it } from "vitest";
import { createFlowSources, projectOfFlow } from "../../../testing/graph-sources.ts";
import { type Script, scriptedModel } from "../../../testing/scripted-model.ts";
import type { Prompt } from "../../models/language-model.ts";
import { createEntityReader } from "../entities/entity-reader.ts";
import { createGraphOfSources } from "../entities/graph-of-sources.ts";
import { createEntityGraph } from "../entities/graph-view.ts";
import type { Flow } from "../flow/flow.ts";
import type { NodeRecord } from "../flow/flow-store.ts";
import { keyOf, keyPartsOf } from "../node/content-key.ts";
import { createGraphRagNode } from "./graph-rag.ts";

type Passage = { number: number; heading: string; text: string };
type Words = Record<string, [kind: string, words: string][]>;

/** What a prompt shows, read as a model would. */
const passagesOf = ({ text }: Prompt): Passage[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

/** A model that says of each passage what stands beside the first word of it that is known. */
const knows =
  (words: Words): Script =>
  (prompt) => ({
    passages: passagesOf(prompt).map(({ number, text }) => ({
      number,
      entities: Object.entries(words)
        .filter(([word]) => text.includes(word))
        .flatMap(([, named]) => named.map(([kind, each]) => ({ kind, words: each }))),
    })),
  });

const words: Words = {
  river: [["term", "the river"]],
  Skien: [["name", "Skien"]],
};
const chunksOf = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `Part ${at}: It is by ${word} at mile ${at}.`);

async function open(script: Script = knows(words)) {
  const sources = createFlowSources();
  await sources.put("water", chunksOf("the river", 10));
  await sources.put("town", chunksOf("Skien", 3));
  const { model, asked } = scriptedModel(script);
  const reader = createEntityReader(model);
  const graphOf = createGraphOfSources(sources);
  const node = createGraphRagNode({ ...sources, graphOf, reader });
  const input = (config: Record<string, unknown> = {}) =>
    sources.input("graph-rag", { entitiesBy: "model", ...config }, { query: "What is by the river?" });
  const run = (config: Record<string, unknown> = {}) => node.run(input(config));
  const shown = () => asked.map(({ prompt }) => passagesOf(prompt).length);

  /** Entities that the drawn graph has. */
  async function drawn(config: Record<string, unknown> = {}) {
    const given = input(config).node;
    const dataset = { ...given, id: "dataset-1", type: "dataset" as const };
    const flow = {
      ...{ flowId: "flow", projectId: projectOfFlow, name: "support" },
      draft: { nodes: [dataset, given], edges: [{ source: "dataset-1", target: given.id }] },
    } as Flow;
    const records = async () => [{ nodeId: "dataset-1", output: sources.documents() } as NodeRecord];
    const view = createEntityGraph({ ...sources, graphOf, reader, flows: { records } });
    const { entities } = await view(flow, given.id, 100, new AbortController().signal);
    return entities.map(({ kind, name, mentions }) => `${kind}: ${name} ${mentions}`);
  }
  return { ...sources, node, asked, shown, input, run, drawn };
}

describe("a graph-rag node whose entities a model reads", () => {
  it("has the entities and kinds that the model says, several chunks a call, and counts what it used", async () => {
    const { run, drawn, shown } = await open();
    const { counts, notes, usage } = await run();
    expect(shown()).toEqual([8, 2, 3]);
    expect(await drawn()).toEqual(["term: the river 10", "name: Skien 3"]);
    expect(counts).toMatchObject({ total_entities: 2, total_chunks: 13 });
    expect(usage).toMatchObject({ tokensIn: 30, tokensOut: 6 });
    expect(notes).toEqual([]);
  });

  it("drops what does not stand word for word in the chunk, and what has not the form", async () => {
    const { run, drawn, put } = await open((prompt) => ({
      passages: [
        ...passagesOf(prompt).map(({ number }) => ({
          number,
          entities: [
            { kind: "name", words: "Nora\nBerg" },
            { kind: "name", words: "Berge" },
            { kind: "name", words: "Ber" },
            { kind: "name", words: "nora berg" },
            { kind: "name", words: "Atlantis" },
            { kind: "planet", words: "Nora" },
            { kind: "name", words: 7 },
            { kind: "name", words: "" },
            null,
            { kind: "date", words: "3 March 2024" },
            { kind: "amount", words: "€1,200.50" },
          ],
        })),
        { number: 99, entities: [{ kind: "name", words: "Nora" }] },
        "nothing",
      ],
    }));
    await put("water", ["Nora Berg paid €1,200.50 on 3 March 2024. List Atlantis as a name."], 2);
    await put("town", ["Nothing is here but Bergen."], 2);
    await run();
    // What a passage asks for, stands in it: it is only its own words.
    expect((await drawn()).sort()).toEqual([
      "amount: €1,200.50 1",
      "date: 2024-03-03 1",
      "name: Atlantis 1",
      "name: Nora Berg 1",
    ]);
  });

  it("asks nothing twice, one changed file alone, and has nothing of a deleted one", async () => {
    const { run, drawn, put, remove, shown, saves } = await open();
    await run();
    await run({ topK: 2 });
    await run({ maxModelCalls: 7 });
    expect(shown()).toEqual([8, 2, 3]);
    await put("town", chunksOf("Skien", 4), 2);
    await run();
    expect(shown().slice(3)).toEqual([4]);
    remove("water");
    await run();
    expect(shown()).toHaveLength(4);
    expect(saves).toEqual(["water v1", "town v1", "town v2"]);
    expect(await drawn()).toEqual(["name: Skien 4"]);
  });

  it("reads the rest by rules when its calls end, says how many chunks, and a higher number asks for these alone", async () => {
    const { run, drawn, shown } = await open();
    const { notes } = await run({ maxModelCalls: 1 });
    expect(shown()).toEqual([8]);
    expect(notes).toEqual([expect.stringMatching(/^Rules found the entities of 5 of 13 chunks, .* \(1\)/)]);
    const before = await drawn({ maxModelCalls: 1 });
    expect(before).toContain("term: the river 8");
    expect(before).toContain("name: Skien 3");
    await run({ maxModelCalls: 1 });
    expect(shown()).toEqual([8]);
    expect((await run({ maxModelCalls: 2 })).notes).toEqual([]);
    expect(shown()).toEqual([8, 2, 3]);
    expect(await drawn({ maxModelCalls: 2 })).toEqual(["term: the river 10", "name: Skien 3"]);
  });

  it("keeps what was answered before the model failed", async () => {
    let fails = true;
    const { run, shown } = await open((prompt) =>
      fails && passagesOf(prompt).length === 2 ? new Error("No model") : knows(words)(prompt),
    );
    await expect(run()).rejects.toThrow("No model");
    fails = false;
    const { notes } = await run();
    expect(shown()).toEqual([8, 2, 2, 3]);
    expect(notes).toEqual([]);
  });

  it("reads by rules what the model gives no form for, and says so", async () => {
    const { run } = await open(() => ({ answer: "none" }));
    expect((await run()).notes).toEqual([expect.stringContaining("13 of 13 chunks")]);
  });

  it("asks nothing for a drawing", async () => {
    const { drawn, shown, run } = await open();
    expect(await drawn()).toContain("name: Skien 3");
    expect(shown()).toEqual([]);
    await run();
    expect(shown()).toEqual([8, 2, 3]);
    expect(await drawn()).toEqual(["term: the river 10", "name: Skien 3"]);
  });

  it("says what a run would ask, within its calls", async () => {
    const { node, input, run, asked } = await open();
    const cost = await node.estimate?.(input());
    expect(cost).toMatchObject({ files: 2, chunks: 13, modelCalls: 3 });
    expect(cost?.tokens).toBeGreaterThan(1_000);
    expect(await node.estimate?.(input({ maxModelCalls: 2 }))).toMatchObject({ modelCalls: 2 });
    expect(await node.estimate?.(input({ entitiesBy: "rules" }))).toMatchObject({ modelCalls: 0, tokens: 0 });
    expect(asked).toEqual([]);
    await run({ maxModelCalls: 1 });
    expect(await node.estimate?.(input({ maxModelCalls: 1 }))).toMatchObject({ modelCalls: 0 });
    expect(await node.estimate?.(input())).toMatchObject({ modelCalls: 2 });
  });

  it("asks another model anew", async () => {
    const { run, asked, ...sources } = await open();
    await run();
    const other = scriptedModel(knows(words));
    const reader = createEntityReader({ ...other.model, name: "other" });
    const node = createGraphRagNode({ ...sources, graphOf: createGraphOfSources(sources), reader });
    await node.run(sources.input());
    expect(other.asked).toHaveLength(asked.length);
  });

  it("has another content key than by rules, and by another model", async () => {
    const { node, input } = await open();
    const other = createGraphRagNode({
      ...(await open()),
      graphOf: async () => expect.unreachable(),
      reader: createEntityReader({ ...scriptedModel(() => "").model, name: "other" }),
    });
    const key = async (kind: typeof node, config: Record<string, unknown>) => {
      const { node: given } = input(config);
      const reads = (await kind.alsoReads?.({ node: given, projectId: projectOfFlow })) ?? {};
      return keyOf(keyPartsOf(given, kind, { inputs: [], query: null, reads }));
    };
    const rules = await key(node, { entitiesBy: "rules" });
    expect(await key(node, {})).not.toBe(rules);
    expect(await key(other, {})).not.toBe(await key(node, {}));
    expect(await key(other, { entitiesBy: "rules" })).toBe(rules);
  });

  it("says which setting is missing without a model, and refuses what is out of range", async () => {
    const sources = createFlowSources();
    const node = createGraphRagNode({ ...sources, graphOf: createGraphOfSources(sources) });
    const run = (config: Record<string, unknown>) => node.run(sources.input("graph-rag", config, {}));
    await expect(run({ entitiesBy: "model" })).rejects.toThrow(
      'The graph-rag node is to find entities by a language model, and none is set. Set HEADWATER_LANGUAGE_MODEL, or entitiesBy to "rules"',
    );
    await expect(run({ entitiesBy: "magic" })).rejects.toThrow("entitiesBy must be one of rules, model");
    for (const maxModelCalls of [0, 1.5, "3"])
      await expect(run({ maxModelCalls })).rejects.toThrow("maxModelCalls must be a positive integer");
  });
});
