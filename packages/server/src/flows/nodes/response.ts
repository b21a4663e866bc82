import type { NodeOutput } from "../flow/node-output.ts";
import { passageListsOf } from "../node/input-passages.ts";
import { NodeError, type NodeKind } from "../node/node-kind.ts";

/** Names what a run answers: exactly what comes in. What several nodes give is joined when it is of one kind. */
export const createResponseNode = (): NodeKind => ({
  type: "response",
  version: 1,
  needs: [["passages", "answers", "scores"]],
  takes: [],
  gives: "input",
  readsQuery: false,
  run: async ({ inputs }) => {
    const output = joinedInputs(inputs);
    return { output, counts: { total_items: itemsIn(output) } };
  },
});

function joinedInputs(inputs: NodeOutput[]): NodeOutput {
  const [first, ...others] = inputs;
  if (!first) throw new NodeError("Nothing comes into the response node: join a node to it");
  if (others.length === 0) return first;
  if (others.some(({ kind }) => kind !== first.kind))
    throw new NodeError("The response node takes one kind of input: join it to passages, answers or scores");
  if (first.kind === "passages") return { kind: "passages", lists: passageListsOf(inputs) };
  if (first.kind === "answers")
    return {
      kind: "answers",
      answers: inputs.flatMap((input) => (input.kind === "answers" ? input.answers : [])),
    };
  if (first.kind === "scores")
    return {
      kind: "scores",
      scores: inputs.flatMap((input) => (input.kind === "scores" ? input.scores : [])),
    };
  throw new NodeError(
    "The response node gives passages, answers or scores: join it to a node that makes them",
  );
}

function itemsIn(output: NodeOutput): number {
  if (output.kind === "passages") return output.lists.reduce((sum, { passages }) => sum + passages.length, 0);
  if (output.kind === "answers") return output.answers.length;
  return output.kind === "scores" ? output.scores.length : 0;
}
