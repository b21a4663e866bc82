import { describe, expect, it } from "vitest";
import { defineFlow } from "./define-flow.ts";
import type { NodeHandle } from "./flow-builder.ts";

const support = () =>
  defineFlow(
    "support",
    (flow) => {
      const manuals = flow.dataset({ files: ["warranty.pdf"] }, { name: "Manuals" });
      const close = flow.smartRag(manuals, { topK: 5 });
      const who = flow.graphRag(manuals, { topK: null });
      const best = flow.reranking([close, who], {}, { name: "Best first" });
      return flow.response(best);
    },
    { description: "Answers about the warranty" },
  );

describe("a flow as code", () => {
  it("is the plain JSON that the service takes", () => {
    const flow = support();
    expect(JSON.parse(JSON.stringify(flow))).toEqual(flow);
    expect(flow).toMatchObject({ name: "support", description: "Answers about the warranty" });
    expect(flow.graph.nodes[0]).toEqual({
      id: "manuals",
      type: "dataset",
      position: { x: 0, y: 0 },
      style: { height: 96, width: 208 },
      data: { name: "Manuals", config: { files: ["warranty.pdf"] } },
    });
    expect(flow.graph.edges).toEqual([
      { source: "manuals", target: "smart-rag" },
      { source: "manuals", target: "graph-rag" },
      { source: "smart-rag", target: "best-first" },
      { source: "graph-rag", target: "best-first" },
      { source: "best-first", target: "response" },
    ]);
  });

  it("names nodes by their names, else by their types", () => {
    const { graph } = defineFlow("names", (flow) => {
      const files = flow.dataset();
      flow.smartRag(files);
      flow.smartRag(files);
      flow.smartRag(files, {}, { name: "Über alles: Handbücher" });
      flow.smartRag(files, {}, { name: "資料" });
      flow.smartRag(files, {}, { name: "Old", id: "smart-rag-1767225600000" });
    });
    expect(graph.nodes.map(({ id, data }) => [id, data.name])).toEqual([
      ["dataset", "Dataset"],
      ["smart-rag", "Smart RAG"],
      ["smart-rag-2", "Smart RAG 2"],
      ["uber-alles-handbucher", "Über alles: Handbücher"],
      ["smart-rag-3", "資料"],
      ["smart-rag-1767225600000", "Old"],
    ]);
  });

  it("places each node right of all that it takes from, two of a column below each other", () => {
    const places = Object.fromEntries(support().graph.nodes.map(({ id, position }) => [id, position]));
    expect(places["smart-rag"]?.x).toBeGreaterThan(places.manuals?.x as number);
    expect(places["graph-rag"]?.x).toBe(places["smart-rag"]?.x);
    expect(places["graph-rag"]?.y).toBeGreaterThan((places["smart-rag"]?.y as number) + 96);
    expect(places.response?.x).toBeGreaterThan(places["best-first"]?.x as number);
    expect(support()).toEqual(support());
  });

  it("keeps what was placed and sized by hand", () => {
    const at = { position: { x: -7.5, y: 3 }, style: { height: 10, width: 20 } };
    const { graph } = defineFlow("placed", (flow) => flow.dataset({}, at));
    expect(graph.nodes).toMatchObject([at]);
  });

  it("is a copy of what it was given, without fields that are undefined", () => {
    const config: { files: string[] | undefined } = { files: ["a.md"] };
    const { graph } = defineFlow("copied", (flow) => {
      flow.dataset(config as { files: string[] });
      flow.smartRag([], { topK: undefined as unknown as number });
    });
    config.files?.push("b.md");
    expect(graph.nodes.map(({ data }) => data.config)).toEqual([{ files: ["a.md"] }, {}]);
  });

  it("refuses what the service would refuse, and says which node", () => {
    expect(() => defineFlow("Support!", () => {})).toThrow("Flow name 'Support!' must be lower-case letters");
    expect(() =>
      defineFlow("twice", (flow) => {
        flow.dataset({}, { name: "Manuals" });
        flow.dataset({}, { name: "manuals" });
      }),
    ).toThrow("Two nodes have the id 'manuals'");
    expect(() =>
      defineFlow("unfit", (flow) => {
        const handle: NodeHandle = flow.response(flow.smartRag(flow.dataset()));
        flow.reranking(handle as NodeHandle<"smart-rag">);
      }),
    ).toThrow("'reranking' can't take from 'response': reranking does not follow response.");
    let foreign: NodeHandle<"dataset"> | undefined;
    defineFlow("one", (flow) => {
      foreign = flow.dataset();
    });
    expect(() => defineFlow("two", (flow) => flow.smartRag(foreign ?? []))).toThrow(
      "'smart-rag' takes from a node that is not of this flow.",
    );
  });
});
