import type { GraphChange } from "../calls/wire.ts";

/** Ids of the nodes that changes are about: a path begins with `nodes`, then the id. Edges belong to no node. */
export function changedNodes(changes: readonly Pick<GraphChange, "path">[]): Set<string> {
  const ids = changes.flatMap(({ path }) => {
    const id = placeOf(path).node;
    return id === undefined ? [] : [id];
  });
  return new Set(ids);
}

export type Place = {
  /** Undefined for an edge. */
  node: string | undefined;
  /** Below the node: `config.chunkSize`. Empty for the node as a whole. */
  rest: string;
};

/** Reads the path of a change: `nodes.chunking-1.config.chunkSize`, or with slashes or brackets. */
export function placeOf(path: string): Place {
  const [, list, node, rest = ""] = /^\/?(nodes|edges)[./[]+"?([^./\]"]+)"?\]?[./]?(.*)$/.exec(path) ?? [];
  return list === "nodes" ? { node, rest: rest.replaceAll("/", ".") } : { node: undefined, rest: "" };
}
