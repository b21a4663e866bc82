import { after, before, type Graph } from "../graph/graph.ts";
import { runningOrder } from "../graph/order.ts";

/**
 * The node that an arrow key leads to. Right and Left follow the edges; Up and Down go among the nodes that the same
 * nodes feed, or else among those that start.
 */
export function nextNode(graph: Graph, from: string | undefined, key: string): string | undefined {
  if (key === "Home" || from === undefined) return firstNode(graph);
  if (key === "End") return runningOrder(graph).at(-1)?.id;
  if (key === "ArrowRight") return highest(graph, after(graph, from));
  if (key === "ArrowLeft") return highest(graph, before(graph, from));
  const beside = siblings(graph, from);
  const at = beside.indexOf(from);
  return beside[at + (key === "ArrowDown" ? 1 : -1)];
}

/** The first dataset, else the node that runs first. */
const firstNode = (graph: Graph): string | undefined =>
  (graph.nodes.find(({ type }) => type === "dataset") ?? runningOrder(graph)[0])?.id;

/** The nodes beside a node, from top to bottom. */
function siblings(graph: Graph, id: string): string[] {
  const sources = before(graph, id);
  const targets = after(graph, id);
  const ids =
    sources.length > 0
      ? sources.flatMap((source) => after(graph, source))
      : targets.length > 0
        ? [...targets.flatMap((target) => before(graph, target)), ...starts(graph)]
        : starts(graph);
  return fromAbove(graph, new Set([id, ...ids]));
}

const starts = (graph: Graph): string[] => {
  const fed = new Set(graph.edges.map(({ target }) => target));
  return graph.nodes.flatMap(({ id }) => (fed.has(id) ? [] : [id]));
};

const fromAbove = (graph: Graph, ids: ReadonlySet<string>): string[] =>
  graph.nodes
    .filter(({ id }) => ids.has(id))
    .sort((one, other) => one.position.y - other.position.y || one.position.x - other.position.x)
    .map(({ id }) => id);

const highest = (graph: Graph, ids: readonly string[]): string | undefined =>
  fromAbove(graph, new Set(ids))[0];
