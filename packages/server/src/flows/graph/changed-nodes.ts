import type { FlowGraph, NodeId } from "../flow/flow.ts";
import { canonicalJson } from "../node/content-key.ts";
import { downstreamOf, sourcesOf } from "./walk-graph.ts";

/** The nodes of a new draft whose output may have changed: changed ones, newly joined ones, and all after them. */
export function changedNodes(before: FlowGraph, after: FlowGraph): NodeId[] {
  const textIn = (graph: FlowGraph): Map<NodeId, string> =>
    new Map(
      graph.nodes.map(({ id, type, config }) => [id, canonicalJson([type, config, sourcesOf(graph, id)])]),
    );
  const known = textIn(before);
  const changed = [...textIn(after)].filter(([id, text]) => known.get(id) !== text).map(([id]) => id);
  return [...new Set(changed.flatMap((id) => [...downstreamOf(after, id)]))];
}
