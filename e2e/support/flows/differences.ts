import type { Graph } from "./graph.ts";

/** What is different between two graphs, as far as the tests look. */
export function changes(from: Graph | undefined, to: Graph | undefined): unknown[] {
  if (!from || !to) return [];
  const [left, right] = [from, to].map(({ nodes }) => new Map(nodes.map((node) => [node.id, node])));
  return [
    ...from.nodes
      .filter(({ id }) => !right?.has(id))
      .map(({ id }) => ({ path: `nodes[${id}]`, kind: "removed" })),
    ...to.nodes.filter(({ id }) => !left?.has(id)).map(({ id }) => ({ path: `nodes[${id}]`, kind: "added" })),
    ...to.nodes.flatMap(({ id, data }) =>
      Object.entries(data.config).flatMap(([name, after]) => {
        const before = left?.get(id)?.data.config[name];
        const isSame = !left?.has(id) || JSON.stringify(before) === JSON.stringify(after);
        return isSame ? [] : [{ path: `nodes[${id}].config.${name}`, kind: "changed", before, after }];
      }),
    ),
  ];
}
