import { defaultNodeName } from "../flow/node-names.ts";
import { defaultNodeStyle, placeNodes } from "../flow/place-nodes.ts";
import type { FileNode, FlowFile } from "./flow-file.ts";

/** What a file says of a node. Fields that are as they would be anyway may be left out. */
export type NodeContent = {
  type: string;
  name?: string;
  from?: string | string[];
  config?: Record<string, unknown>;
  position?: { x: number; y: number };
  style?: { height: number; width: number };
};

export type FlowContent = {
  name: string;
  description: string | undefined;
  /** In the order of the graph, whatever the ids. */
  nodes: Map<string, NodeContent>;
  /** Texts by the names of the prompts. */
  prompts: Map<string, string> | undefined;
};

/**
 * What a file says of a flow: nodes by id, each with the nodes that it takes from.
 *
 * @param isSaid whether to say a field of a node although it is as it would be anyway
 */
export function flowContentOf(
  { name, description, graph, prompts = [] }: FlowFile,
  isSaid: (nodeId: string, field: keyof NodeContent) => boolean = () => false,
): FlowContent {
  const ids = graph.nodes.map(({ id }) => id);
  const places = placeNodes(ids, graph.edges);
  const sources = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { source, target } of graph.edges) sources.get(target)?.push(source);

  const contentOf = ({ id, type, position, style, data }: FileNode): NodeContent => {
    const from = sources.get(id) ?? [];
    const [only] = from;
    const says = (field: keyof NodeContent, usual: unknown, value: unknown) =>
      isSaid(id, field) || !isSame(usual, value);
    return {
      type,
      ...(says("name", defaultNodeName(type, id), data.name) ? { name: data.name } : {}),
      ...(says("from", [], from) ? { from: from.length === 1 && only !== undefined ? only : from } : {}),
      ...(says("config", {}, data.config) ? { config: data.config } : {}),
      ...(says("position", places.get(id), position) ? { position } : {}),
      ...(says("style", defaultNodeStyle, style) ? { style } : {}),
    };
  };
  return {
    name,
    description: description ?? undefined,
    nodes: new Map(graph.nodes.map((node) => [node.id, contentOf(node)])),
    prompts: prompts.length === 0 ? undefined : new Map(prompts.map(({ name, text }) => [name, text])),
  };
}

/** Both were made with their fields in the same order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
