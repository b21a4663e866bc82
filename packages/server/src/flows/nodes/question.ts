import type { NodeKind } from "../node/node-kind.ts";
import { textIn } from "./config-values.ts";

/** Asks one question. Without one, the nodes after it use the query of the run. */
export const createQuestionNode = (): NodeKind => ({
  type: "question",
  version: 1,
  needs: [],
  takes: [],
  gives: "queries",
  readsQuery: false,
  run: async ({ node }) => {
    const text = textIn(node.config, "question");
    const queries = text === null ? [] : [{ id: node.id, text }];
    return {
      output: { kind: "queries", queries },
      counts: { total_questions: queries.length },
      ...(text === null && { notes: ["There is no question: the query of the run is used"] }),
    };
  },
});
