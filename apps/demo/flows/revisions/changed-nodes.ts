import type { FlowChange } from "@headwater/spec";

/** Ids of the nodes that changes are about: edges and the description belong to none. Moving a node does not change it. */
export function changedNodes(changes: readonly Pick<FlowChange, "path">[]): Set<string> {
  const ids = changes.flatMap(({ path }) => {
    const { node, rest } = placeOf(path);
    return node === undefined || isLayout(rest) ? [] : [node];
  });
  return new Set(ids);
}

/** The place of a node on the canvas changes nothing in what its flow does. */
export const isLayout = (rest: string): boolean => /^(position|style)\b/.test(rest);

export type Place = {
  /** Undefined for an edge. */
  node: string | undefined;
  /** Below the node: `config.chunkSize`. Empty for the node as a whole. */
  rest: string;
};

/** Reads the path of a change: `nodes[chunking-1].config.chunkSize`, `nodes[llm]`, `edges[dataset → llm]`. */
export function placeOf(path: string): Place {
  const [, node, rest = ""] = /^nodes\[(.+?)\](?:\.(.*))?$/.exec(path) ?? [];
  return { node, rest };
}
