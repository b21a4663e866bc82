import { type Flow, type Node, wideGraph } from "./graph.ts";

/** The question of its test set. */
export const askedCase = "How much R290 is in a WP 9?";

const node = (id: string, type: string, name: string, x: number, y: number, config = {}): Node => ({
  ...{ id, type, position: { x, y }, style: { width: 208, height: 116 } },
  data: { name, config, result: { updated: true } },
});

/** A flow that was deployed, simulated and tested, with a node of each kind that has a page. */
export const filledFlow = (): Flow => ({
  ...{ name: "support", description: null, version: 1, deployed: "r1" },
  graph: {
    nodes: [
      node("d", "dataset", "Manuals", 0, 60, { files: ["warranty.pdf"] }),
      node("t", "testset", "Questions", 0, 260, { questions: [{ question: askedCase, answer: "0.85 kg" }] }),
      node("c", "chunking", "By heading", 260, 60, { chunkingSplitter: "title", chunkSize: 400 }),
      node("s", "smart-rag", "Close reading", 520, 0, { topK: 5 }),
      node("g", "graph-rag", "Who does what", 520, 160, { topK: 5 }),
      node("m", "llm", "Writer", 780, 60),
      node("e", "evaluation", "Judge", 1040, 260, { needed: { recall: 0.9 } }),
      node("a", "response", "Answer", 1040, 60),
    ],
    edges: ["dc", "cs", "cg", "sm", "gm", "te", "me", "ma"].map(([source = "", target = ""]) => ({
      source,
      target,
    })),
  },
  revisions: [
    { revision_id: "r2", number: 2, created_at: "2026-11-23T11:00:00Z", graph: wideGraph(4) },
    { revision_id: "r1", number: 1, created_at: "2026-11-23T10:00:00Z", graph: wideGraph(3) },
  ],
});

/** A flow in which nothing was done yet. */
export const emptyFlow = (): Flow => ({
  ...{ name: "empty", description: null, version: 1, deployed: null, revisions: [] },
  graph: { nodes: [], edges: [] },
});
