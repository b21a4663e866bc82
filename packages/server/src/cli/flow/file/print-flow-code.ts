import { isDeepStrictEqual } from "node:util";
import { defaultNodeName, defaultNodeStyle, nodeIdOf, placeNodes } from "@headwater/spec";
import { canonicalFlow, type FileNode, type FlowFile } from "@headwater/spec/flow-file";
import { inOrder } from "../../../flows/graph/walk-graph.ts";

/** Words that a variable can't be named, and the names that the code itself uses. */
const taken = new Set(
  (
    "flow defineFlow arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/**
 * A flow as TypeScript that calls `defineFlow`. Running it gives the same flow. Nodes stand after those that they take from.
 * Every text of the flow is written as JSON, so none can become code.
 */
export function printFlowCode(flow: FlowFile): string {
  const { name, description, graph } = canonicalFlow(flow);
  const nodes = inDefiningOrder(graph);
  const places = placeNodes(
    nodes.map(({ id }) => id),
    graph.edges,
  );
  const sources = new Map(graph.nodes.map(({ id }) => [id, [] as string[]]));
  for (const { source, target } of graph.edges) sources.get(target)?.push(source);
  const used = new Set(graph.edges.map(({ source }) => source));
  const variables = variablesOf(nodes.filter(({ id }) => used.has(id)));
  const defined = new Set<string>();
  const lines = nodes.map((node) => {
    const from = (sources.get(node.id) ?? []).map((id) => variables.get(id));
    const parts = [
      ...(isFirst(node) ? [] : [from.length === 1 ? from[0] : `[${from.join(", ")}]`]),
      ...valuesOf(
        node,
        optionsOf(node, places.get(node.id), (id) => defined.has(id)),
      ),
    ];
    defined.add(node.id);
    const variable = variables.get(node.id);
    return `  ${variable === undefined ? "" : `const ${variable} = `}flow.${methodOf(node)}(${parts.join(", ")});\n`;
  });
  const rest = description === null ? "" : `, ${literal({ description })}`;
  return `import { defineFlow } from "@headwater/client/flows";\n\nexport default defineFlow(${literal(name)}, (flow) => {\n${lines.join("")}}${rest});\n`;
}

/** The order of the graph where it can be defined in it. */
function inDefiningOrder({ nodes, edges }: FlowFile["graph"]): FileNode[] {
  const places = new Map(nodes.map(({ id }, index) => [id, index]));
  const isInOrder = edges.every(
    ({ source, target }) => (places.get(source) ?? 0) < (places.get(target) ?? 0),
  );
  if (isInOrder) return nodes;
  const ordered = inOrder({
    nodes: nodes.map((node) => ({ ...node, name: "", config: {} })),
    edges,
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return (ordered ?? []).flatMap(({ id }) => byId.get(id) ?? []);
}

const isFirst = ({ type }: FileNode) => type === "dataset" || type === "question" || type === "testset";
const methodOf = ({ type }: FileNode) => type.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase());

function optionsOf(
  node: FileNode,
  place: unknown,
  isTaken: (id: string) => boolean,
): Record<string, unknown> {
  const { id, type, position, style, data } = node;
  const isNamed = data.name !== defaultNodeName(type, id);
  const hasOwnId = nodeIdOf(type, isNamed ? data.name : undefined, isTaken) !== id;
  return {
    ...(isNamed ? { name: data.name } : {}),
    ...(hasOwnId ? { id } : {}),
    ...(isDeepStrictEqual(position, place) ? {} : { position }),
    ...(isDeepStrictEqual(style, { ...defaultNodeStyle }) ? {} : { style }),
  };
}

function valuesOf({ data }: FileNode, options: Record<string, unknown>): string[] {
  const hasOptions = Object.keys(options).length > 0;
  if (Object.keys(data.config).length === 0 && !hasOptions) return [];
  return [literal(data.config), ...(hasOptions ? [literal(options)] : [])];
}

/** JSON with the names of fields as one would write them. `__proto__` can't be one: it would set the prototype. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, each]) => {
    const name = key === "__proto__" ? '["__proto__"]' : /^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key);
    return `${name}: ${literal(each)}`;
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** Names in the manner of JavaScript, from the ids: `best-first` becomes `bestFirst`. */
function variablesOf(nodes: FileNode[]): Map<string, string> {
  const given = new Set(taken);
  return new Map(
    nodes.map(({ id, type }) => {
      const base = camelCase(id) || camelCase(type);
      let name = base;
      for (let number = 2; given.has(name); number++) name = `${base}${number}`;
      given.add(name);
      return [id, name];
    }),
  );
}

const camelCase = (text: string): string =>
  text
    .replace(/[^a-z0-9]+/gi, " ")
    .trim()
    .replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[0-9]/, (digit) => `n${digit}`)
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
