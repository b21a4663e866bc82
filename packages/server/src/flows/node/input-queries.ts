import type { OutputQuery } from "../flow/node-output.ts";
import type { NodeInput } from "./node-kind.ts";

/** The id of the query that the run came with. Those of question and test set nodes begin with the id of their node. */
const runQueryId = "query";

/** What to search with: what question and test set nodes ask, else the query of the run; none when there is neither. */
export function queriesOf({ inputs, query }: Pick<NodeInput, "inputs" | "query">): OutputQuery[] {
  const asked = new Map<string, OutputQuery>();
  for (const input of inputs)
    if (input.kind === "queries") for (const each of input.queries) asked.set(each.id, each);
  if (asked.size > 0) return [...asked.values()];
  return query === null || query.trim() === "" ? [] : [{ id: runQueryId, text: query }];
}
