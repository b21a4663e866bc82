import type { FlowNode } from "../flow/flow.ts";
import { NodeError } from "../node/node-kind.ts";
import type { EntityReader } from "./entity-reader.ts";

const defaultCalls = 100;

export const entitiesDefaults = { entitiesBy: "rules", maxModelCalls: defaultCalls };

/** Whether a model is to read the entities of a node. Throws `NodeError` for another way than there are. */
export function isByModel({ config: { entitiesBy = "rules" } }: Pick<FlowNode, "config">): boolean {
  if (entitiesBy !== "rules" && entitiesBy !== "model")
    throw new NodeError("entitiesBy must be one of rules, model");
  return entitiesBy === "model";
}

/** The calls of a model that one run may make. */
export function maxModelCallsOf({
  config: { maxModelCalls = defaultCalls },
}: Pick<FlowNode, "config">): number {
  if (!Number.isSafeInteger(maxModelCalls) || Number(maxModelCalls) < 1)
    throw new NodeError("maxModelCalls must be a positive integer");
  return Number(maxModelCalls);
}

/** The model of a node that needs one. */
export function requireReader(reader: EntityReader | undefined): EntityReader {
  if (reader) return reader;
  throw new NodeError(
    'The graph-rag node is to find entities by a language model, and none is set. Set HEADWATER_LANGUAGE_MODEL, or entitiesBy to "rules"',
  );
}
