import { defaultNodeName, defaultNodeStyle, limits, type NodePlace, placeNodes } from "@headwater/spec";
import { invalidInput } from "../../kernel/service-error.ts";
import {
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
  type FlowNodeType,
  flowNodeTypes,
} from "../flow/flow.ts";
import { configFault } from "./config-fault.ts";

const maxIdLength = 256;
const maxDisplayNameLength = 256;
const origin: NodePlace = { x: 0, y: 0 };

type Fields = Record<string, unknown>;

/**
 * Reads the nodes and edges of a graph as they were sent. Fields left out take their defaults, a `result` is left out.
 * Throws 400 with the path of what is wrong. `validateGraph` says whether they go together.
 */
export function readGraph(sent: unknown): FlowGraph {
  const { nodes, edges } = fieldsOf(sent, "graph", ["nodes", "edges"]);
  if (!Array.isArray(nodes)) throw invalidInput("graph.nodes must be a list");
  if (!Array.isArray(edges)) throw invalidInput("graph.edges must be a list");
  if (nodes.length > limits.maxGraphNodes)
    throw invalidInput(
      `graph.nodes has ${nodes.length} nodes, and at most ${limits.maxGraphNodes} are allowed`,
    );
  if (edges.length > limits.maxGraphEdges)
    throw invalidInput(
      `graph.edges has ${edges.length} edges, and at most ${limits.maxGraphEdges} are allowed`,
    );
  if (Buffer.byteLength(JSON.stringify(sent)) > limits.maxGraphBytes)
    throw invalidInput("graph must not be larger than 1 MB");
  const graph = {
    nodes: nodes.map((node, index) => readNode(node, `graph.nodes[${index}]`)),
    edges: edges.map((edge, index) => readEdge(edge, `graph.edges[${index}]`)),
  };
  const ids = graph.nodes.map(({ id }) => id);
  const places = placeNodes(ids, graph.edges);
  return {
    ...graph,
    nodes: graph.nodes.map(({ position, ...node }) => ({
      ...node,
      position: position ?? places.get(node.id) ?? origin,
    })),
  };
}

/** A node that was sent without a place gets one with the others, by its joins. */
type ReadNode = Omit<FlowNode, "position"> & { position: NodePlace | undefined };

function readNode(sent: unknown, path: string): ReadNode {
  const node = fieldsOf(sent, path, ["id", "type", "position", "style", "data"]);
  const id = readId(node.id, `${path}.id`);
  if (!flowNodeTypes.includes(node.type as FlowNodeType))
    throw invalidInput(`${path}.type must be one of ${flowNodeTypes.join(", ")}`);
  const type = node.type as FlowNodeType;
  const data = fieldsOf(node.data ?? {}, `${path}.data`, ["name", "config", "result"]);
  const name = data.name ?? defaultNodeName(type, id);
  if (typeof name !== "string" || name.length > maxDisplayNameLength)
    throw invalidInput(`${path}.data.name must be a text of at most ${maxDisplayNameLength} characters`);
  const config = data.config ?? {};
  const fault = configFault(type, config);
  if (fault) throw invalidInput(`${path}.config${fault}`);
  return {
    id,
    type,
    position:
      node.position == null
        ? undefined
        : numbersOf(node.position, `${path}.position`, origin, Number.isFinite),
    style: numbersOf(node.style ?? defaultNodeStyle, `${path}.style`, { ...defaultNodeStyle }, isPixels),
    name,
    config: config as Fields,
  };
}

function readEdge(sent: unknown, path: string): FlowEdge {
  const edge = fieldsOf(sent, path, ["source", "target"]);
  return { source: readId(edge.source, `${path}.source`), target: readId(edge.target, `${path}.target`) };
}

/** An id is a name that its author chose, so only what can't be written or read is refused. */
function readId(id: unknown, path: string): string {
  if (typeof id !== "string" || id === "") throw invalidInput(`${path} is required`);
  if (id.length > maxIdLength) throw invalidInput(`${path} must have at most ${maxIdLength} characters`);
  if (id === "__proto__" || /^\s|\s$|\p{C}/u.test(id))
    throw invalidInput(`${path} must be a name without control characters or spaces around it`);
  return id;
}

const isPixels = (value: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= 10_000;

function numbersOf<Shape extends Record<string, number>>(
  sent: unknown,
  path: string,
  shape: Shape,
  accepts: (value: number) => boolean,
): Shape {
  const fields = fieldsOf(sent, path, Object.keys(shape));
  for (const key of Object.keys(shape))
    if (typeof fields[key] !== "number" || !accepts(fields[key]))
      throw invalidInput(`${path}.${key} must be a number`);
  return Object.fromEntries(Object.keys(shape).map((key) => [key, fields[key]])) as Shape;
}

function fieldsOf(sent: unknown, path: string, known: readonly string[]): Fields {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    throw invalidInput(`${path} must be an object`);
  const unknown = Object.keys(sent).find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw invalidInput(`${path}.${unknown} is unknown. Known are ${known.join(", ")}`);
  return sent as Fields;
}
