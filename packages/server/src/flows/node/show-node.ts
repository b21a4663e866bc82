import type { FlowNode } from "../flow/flow.ts";
import type { NodeRecord } from "../flow/flow-store.ts";
import type { ShownNode } from "../flow/shown.ts";

/**
 * The node with the flags and counts of its latest simulation; without a result when there was none. `isOutdated`: what it was made of
 * has changed since.
 */
export function showNode(node: FlowNode, record: NodeRecord | undefined, isOutdated = false): ShownNode {
  if (!record) return { ...node, result: undefined };
  const { counts } = record;
  const state = record.state === "done" && isOutdated ? "stale" : record.state;
  const flags = {
    updated: state === "done",
    ...(node.type !== "dataset" && {
      processing: state === "processing",
      waiting: state === "waiting",
      has_error: state === "failed",
      updatedMetrics: node.type === "evaluation" && state === "done",
    }),
  };
  return { ...node, result: { ...flags, ...counts } };
}
