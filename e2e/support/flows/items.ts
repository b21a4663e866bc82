import type { Flow } from "./graph.ts";

export const passages = [
  {
    id: "c-1",
    content: "The warranty period is 24 months from start-up.",
    metadata: { source: "warranty.pdf", file_id: "f-0", page_number: 3, score: 0.873, chunk_id: "c-1" },
  },
  {
    id: "c-2",
    content: "E14 twice within a month: look up bulletin 26-04 before you order a compressor.",
    metadata: {
      source: "handbook.pdf",
      file_id: "f-1",
      page_number: 88,
      score: 0.702,
      chunk_id: "c-2",
      entities: ["fault E14", "Bulletin 26-04"],
      via: "Bulletin 26-04",
      via_chunk: "c-1",
    },
  },
];

const text = [
  "The unit stops when the low-pressure switch stays open for longer than 90 seconds. The display shows E14.",
  "The display shows E14. Before anything else, check that both stop valves are fully open.",
  "Write the reading into the start-up record.",
];

export const itemsOf = ({ graph }: Flow, nodeId: string): unknown[] => {
  const node = graph.nodes.find(({ id }) => id === nodeId);
  if (!node?.data.result) return [];
  if (node.type !== "chunking") return passages;
  return text.map((content, chunk_index) => ({
    id: `k-${chunk_index}`,
    content,
    metadata: {
      chunk_index,
      source_file: "handbook.pdf",
      page_number: 31,
      chunk_size: content.length,
      embedding_model: "words",
    },
    embedding: [],
  }));
};
