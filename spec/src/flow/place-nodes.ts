type Edge = { source: string; target: string };
export type NodePlace = { x: number; y: number };

/** Size of a node that was given none, in pixels. */
export const defaultNodeStyle = { height: 96, width: 208 } as const;

const columnWidth = 288;
const rowHeight = 144;

/**
 * Places the nodes of a graph without positions, by id: each to the right of all that it takes from, those of a column
 * below each other in the order given. A node's place depends only on the joins before it and on its column, so a node that is
 * added at the end moves no other. Nodes of a cycle stay in the first column.
 */
export function placeNodes(nodeIds: readonly string[], edges: readonly Edge[]): Map<string, NodePlace> {
  const columns = columnsOf(nodeIds, edges);
  const rows = new Map<number, number>();
  return new Map(
    nodeIds.map((id) => {
      const column = columns.get(id) ?? 0;
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      return [id, { x: column * columnWidth, y: row * rowHeight }];
    }),
  );
}

/** The length of the longest way to each node. */
function columnsOf(nodeIds: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const waiting = new Map(nodeIds.map((id) => [id, 0]));
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) {
    waiting.set(target, (waiting.get(target) ?? 0) + 1);
    targets.set(source, [...(targets.get(source) ?? []), target]);
  }
  const columns = new Map<string, number>();
  const ready = nodeIds.filter((id) => waiting.get(id) === 0);
  for (const id of ready) {
    const next = (columns.get(id) ?? 0) + 1;
    for (const target of targets.get(id) ?? []) {
      columns.set(target, Math.max(columns.get(target) ?? 0, next));
      const left = (waiting.get(target) ?? 0) - 1;
      waiting.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  for (const [id, left] of waiting) if (left > 0) columns.delete(id);
  return columns;
}
