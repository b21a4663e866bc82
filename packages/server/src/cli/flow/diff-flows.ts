import { isDeepStrictEqual } from "node:util";
import { flowContentOf } from "./file/flow-content.ts";
import { canonicalFlow, type FlowFile } from "./file/flow-file.ts";

export type FlowChange = {
  /** Such as `nodes.found.config.topK`. */
  path: string;
  kind: "added" | "removed" | "changed";
  before?: unknown;
  after?: unknown;
};

/** What differs between two flows, node by node and field by field. The order of nodes does not count. */
export function diffFlows(before: FlowFile, after: FlowFile): FlowChange[] {
  const [one, other] = [before, after].map((flow) => flowContentOf(canonicalFlow(flow), () => true));
  if (!one || !other) return [];
  const ids = new Set([...one.nodes.keys(), ...other.nodes.keys()]);
  return [
    ...changesOf("description", one.description, other.description),
    ...[...ids].flatMap((id) => changesOf(`nodes.${id}`, one.nodes.get(id), other.nodes.get(id))),
  ];
}

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

/** One line for each change: `~ nodes.found.config.topK: 5 → 8`. */
export const changesText = (changes: readonly FlowChange[]): string =>
  changes
    .map(({ path, kind, before, after }) => {
      const values = [
        ...(kind === "added" ? [] : [short(before)]),
        ...(kind === "removed" ? [] : [short(after)]),
      ];
      return `${signs[kind]} ${path}: ${values.join(" → ")}\n`;
    })
    .join("");

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
