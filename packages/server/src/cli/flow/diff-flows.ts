import { isDeepStrictEqual } from "node:util";
import type { FlowChange } from "@headwater/spec";
import type { FileNode, FlowFile } from "./file/flow-file.ts";

/**
 * What differs between two flows, by node and field, as `GET /diff` tells it. Nodes are the same when their ids are; the order
 * of nodes does not count.
 */
export function diffFlows(before: FlowFile, after: FlowFile): FlowChange[] {
  const nodes = [before, after].map(
    (flow) => new Map(flow.graph.nodes.map((node) => [node.id, fieldsOf(node)])),
  );
  const edges = [before, after].map(
    (flow) => new Set(flow.graph.edges.map(({ source, target }) => `edges[${source} → ${target}]`)),
  );
  return [
    ...changesOf("description", before.description ?? undefined, after.description ?? undefined),
    ...unionOf(nodes).flatMap((id) => changesOf(`nodes[${id}]`, nodes[0]?.get(id), nodes[1]?.get(id))),
    ...unionOf(edges).flatMap((edge): FlowChange[] => {
      if (!edges[1]?.has(edge)) return [{ path: edge, kind: "removed" }];
      return edges[0]?.has(edge) ? [] : [{ path: edge, kind: "added" }];
    }),
  ];
}

const unionOf = (parts: readonly { keys(): Iterable<string> }[]): string[] => [
  ...new Set(parts.flatMap((part) => [...part.keys()])),
];

const fieldsOf = ({ type, position, style, data }: FileNode) => ({
  type,
  name: data.name,
  config: data.config,
  position,
  style,
});

function changesOf(path: string, before: unknown, after: unknown): FlowChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (before === undefined) return [{ path, kind: "added", after }];
  if (after === undefined) return [{ path, kind: "removed", before }];
  if (!isRecord(before) || !isRecord(after)) return [{ path, kind: "changed", before, after }];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => changesOf(`${path}.${field}`, before[field], after[field]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const signs = { added: "+", removed: "-", changed: "~" };
const maxLength = 200;

/** One line for each change: `~ nodes[smart-rag].config.topK: 5 → 8`. */
export const changesText = (changes: readonly FlowChange[]): string =>
  changes
    .map(({ path, kind, before, after }) => {
      const values = [
        ...(kind === "added" ? [] : [short(path, before)]),
        ...(kind === "removed" ? [] : [short(path, after)]),
      ];
      const shown = values.filter((value) => value !== undefined).join(" → ");
      return `${signs[kind]} ${path}${shown === "" ? "" : `: ${shown}`}\n`;
    })
    .join("");

/** A value in few words: of a whole node its type, name and configuration. */
function short(path: string, value: unknown): string | undefined {
  const isNode = /^nodes\[[^\]]*\]$/.test(path) && isRecord(value);
  const text = isNode
    ? `${value.type} ${JSON.stringify(value.name)} ${JSON.stringify(value.config)}`
    : JSON.stringify(value);
  if (text === undefined) return undefined;
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
