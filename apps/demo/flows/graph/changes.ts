import type { Graph, GraphNode } from "./graph.ts";
import type { Change } from "./node-state.ts";

export type Changes = {
  /** What is new or changed, by node. Moving a node does not change it. */
  nodes: ReadonlyMap<string, Exclude<Change, undefined>>;
  /** How many nodes and edges are new, changed or gone, and whether nodes were moved. */
  count: number;
  moved: boolean;
};

/** What a draft holds that the saved graph does not, and the reverse. */
export function changesOf(saved: Graph, draft: Graph): Changes {
  if (saved === draft) return { nodes: new Map(), count: 0, moved: false };
  const known = new Map(saved.nodes.map((node) => [node.id, node]));
  const nodes = new Map<string, "new" | "changed">();
  let moved = false;
  for (const node of draft.nodes) {
    const old = known.get(node.id);
    if (old === node) continue;
    if (!old) nodes.set(node.id, "new");
    else if (!isSame(old, node)) nodes.set(node.id, "changed");
    else if (old.position.x !== node.position.x || old.position.y !== node.position.y) moved = true;
  }
  const kept = new Set(draft.nodes.map(({ id }) => id));
  const gone = saved.nodes.filter(({ id }) => !kept.has(id)).length;
  const edges = symmetricDifference(new Set(saved.edges.map(edgeKey)), new Set(draft.edges.map(edgeKey)));
  return { nodes, count: nodes.size + gone + edges, moved };
}

export const edgeKey = ({ source, target }: { source: string; target: string }): string =>
  `${source} ${target}`;

const isSame = (one: GraphNode, other: GraphNode): boolean =>
  one.type === other.type &&
  one.data.name === other.data.name &&
  (one.data.config === other.data.config || canonical(one.data.config) === canonical(other.data.config));

/** JSON with its keys in order, so that the same settings give the same text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

const symmetricDifference = (one: Set<string>, other: Set<string>): number =>
  [...one].filter((key) => !other.has(key)).length + [...other].filter((key) => !one.has(key)).length;
