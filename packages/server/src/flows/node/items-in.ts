import type { NodeOutput } from "../flow/node-output.ts";

/** How many items an output has. */
export function itemsIn(output: NodeOutput): number {
  switch (output.kind) {
    case "documents":
      return output.documents.length;
    case "chunks":
      return output.sets.reduce((sum, { chunks }) => sum + chunks, 0);
    case "queries":
      return output.queries.length;
    case "passages":
      return output.lists.reduce((sum, { passages }) => sum + passages.length, 0);
    case "answers":
      return output.answers.length;
    case "scores":
      return output.scores.length;
  }
}
