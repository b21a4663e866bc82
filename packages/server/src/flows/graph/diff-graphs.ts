import { isDeepStrictEqual } from "node:util";
import type { FlowEdge, FlowGraph, FlowNode } from "../flow/flow.ts";

/** One difference; `before` is absent when it was added, `after` when it was removed. */
export type GraphChange = {
  path: string;
  kind: "added" | "removed" | "changed";
  before?: unknown;
  after?: unknown;
};

/**
 * What is different between two graphs, by node and field. Nodes are the same when their ids are; their order, that of edges
 * and where nodes are on the canvas do not count. The order of the changes depends on the graphs only.
 */
export function diffGraphs(before: FlowGraph, after: FlowGraph): GraphChange[] {
  const [old, now] = [byId(before), byId(after)];
  const changes: GraphChange[] = [];
  for (const id of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [one, other] = [old.get(id), now.get(id)];
    if (one && other) changes.push(...diffNodes(one, other));
    else changes.push(presence(`nodes[${id}]`, one && described(one), other && described(other)));
  }
  const [oldEdges, newEdges] = [edgePaths(before.edges), edgePaths(after.edges)];
  for (const path of [...new Set([...oldEdges.keys(), ...newEdges.keys()])].sort()) {
    const [one, other] = [oldEdges.get(path), newEdges.get(path)];
    if (!one || !other) changes.push(presence(path, one, other));
  }
  return changes;
}

/** The same for a person to read, one line per change. */
export const diffText = (changes: readonly GraphChange[]): string =>
  changes
    .map(({ path, kind, before, after }) => {
      if (kind === "changed") return `~ ${path}: ${shown(before)} → ${shown(after)}`;
      const [mark, value] = kind === "added" ? ["+", after] : ["-", before];
      return path.startsWith("edges[") ? `${mark} ${path}` : `${mark} ${path}: ${shown(value)}`;
    })
    .join("\n");

/** How many nodes of both graphs have another place or size. */
export function movedNodes(before: FlowGraph, after: FlowGraph): number {
  const old = byId(before);
  return after.nodes.filter(({ id, position, style }) => {
    const was = old.get(id);
    return was && !isDeepStrictEqual([was.position, was.style], [position, style]);
  }).length;
}

function diffNodes(before: FlowNode, after: FlowNode): GraphChange[] {
  const path = `nodes[${before.id}]`;
  const fields = (["type", "name"] as const).flatMap((field) =>
    diffField(`${path}.${field}`, before[field], after[field]),
  );
  const names = [...new Set([...Object.keys(before.config), ...Object.keys(after.config)])].sort();
  return [
    ...fields,
    ...names.flatMap((name) =>
      diffField(`${path}.config.${name}`, own(before.config, name), own(after.config, name)),
    ),
  ];
}

const own = (config: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(config, name) ? config[name] : undefined;

function diffField(path: string, before: unknown, after: unknown): GraphChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  return before !== undefined && after !== undefined
    ? [{ path, kind: "changed", before, after }]
    : [presence(path, before, after)];
}

const presence = (path: string, before: unknown, after: unknown): GraphChange =>
  before === undefined ? { path, kind: "added", after } : { path, kind: "removed", before };

const byId = ({ nodes }: FlowGraph) => new Map(nodes.map((node) => [node.id, node]));
const edgePaths = (edges: FlowEdge[]) =>
  new Map(edges.map((edge) => [`edges[${edge.source} → ${edge.target}]`, edge]));
/** What describes a node that was added or removed. */
const described = ({ type, name, config }: FlowNode) => ({ type, name, config });

/** Values are shortened, so that a list of a thousand questions is one line. */
const maxShown = 120;
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}
