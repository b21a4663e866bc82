import type { FlowChange } from "@headwater/spec";
import { edgeKey } from "../graph/changes.ts";
import type { Graph, GraphEdge } from "../graph/graph.ts";
import { isLayout, placeOf } from "../revisions/changed-nodes.ts";

export type SettingChange = { name: string; before: string; after: string };
export type NodeChange = {
  id: string;
  kind: FlowChange["kind"];
  /** The words in the margin. */
  label: string;
  settings: SettingChange[];
};
export type Comparison = {
  nodes: NodeChange[];
  edges: (GraphEdge & { kind: "added" | "removed" })[];
  /** Names of the nodes that are the same. */
  same: string[];
};

/**
 * Orders the changes between two graphs by node. Settings come from the service's list of changes; whether a node or an
 * edge is there, from the graphs.
 */
export function comparedNodes(changes: readonly FlowChange[], left: Graph, right: Graph): Comparison {
  const [before, after] = [left, right].map(({ nodes }) => new Set(nodes.map(({ id }) => id)));
  const settings = settingsByNode(changes);
  const nodes = [...left.nodes, ...right.nodes.filter(({ id }) => !before?.has(id))].flatMap(
    ({ id }): NodeChange[] => {
      if (!after?.has(id)) return [{ id, kind: "removed", label: "Node removed", settings: [] }];
      if (!before?.has(id)) return [{ id, kind: "added", label: "Node added", settings: [] }];
      const changed = settings.get(id) ?? [];
      const label = changed.length === 1 ? "Setting changed" : `${changed.length} settings changed`;
      return changed.length > 0 ? [{ id, kind: "changed", label, settings: changed }] : [];
    },
  );
  const touched = new Set(nodes.map(({ id }) => id));
  return {
    nodes,
    edges: [
      ...missing(left, right).map((edge) => ({ ...edge, kind: "removed" as const })),
      ...missing(right, left).map((edge) => ({ ...edge, kind: "added" as const })),
    ],
    same: right.nodes.flatMap(({ id, data }) => (touched.has(id) ? [] : [data.name])),
  };
}

function settingsByNode(changes: readonly FlowChange[]): Map<string, SettingChange[]> {
  const byNode = new Map<string, SettingChange[]>();
  for (const { path, before, after } of changes) {
    const { node, rest } = placeOf(path);
    if (node === undefined || rest === "" || isLayout(rest)) continue;
    const name = rest.replace(/^config\./, "");
    const known = byNode.get(node) ?? [];
    byNode.set(node, [...known, { name, before: shown(before), after: shown(after) }]);
  }
  return byNode;
}

/** A value in a line: lists with commas, what is missing as "not set". */
function shown(value: unknown): string {
  if (value === undefined || value === null) return "not set";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((each) => shown(each)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const missing = (of: Graph, from: Graph): GraphEdge[] => {
  const known = new Set(from.edges.map(edgeKey));
  return of.edges.filter((edge) => !known.has(edgeKey(edge)));
};
