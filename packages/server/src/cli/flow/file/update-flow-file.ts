import { isDeepStrictEqual } from "node:util";
import {
  type ConfigRules,
  canonicalFlow,
  type FlowFile,
  flowContentOf,
  printFlowFile,
} from "@headwater/spec/flow-file";
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { createConfigSchemas } from "./config-schemas.ts";
import { readFlowFile } from "./read-flow-file.ts";

const lineWidth = 100;

/**
 * Brings a file up to date with a flow. Comments, spelling and order of what stays the same are kept. A file that says the same already
 * is returned as it is.
 */
export function updateFlowFile(
  text: string,
  flow: FlowFile,
  fileName: string,
  configs: ConfigRules = createConfigSchemas(),
): string {
  const wanted = canonicalFlow(flow);
  if (isDeepStrictEqual(readFlowFile(text, fileName, configs), wanted)) return text;
  if (text.trimStart().startsWith("{")) return printFlowFile(flow, "json");
  const document = parseDocument(text, { version: "1.2", schema: "core", logLevel: "silent" });
  const content = flowContentOf(wanted, (id, field) => document.hasIn(["nodes", id, field]));
  if (!isMap(document.contents)) return printFlowFile(flow);
  keepPadding(document, text);
  updateMap(document, document.contents, new Map(Object.entries(content)));
  const updated = document.toString({ lineWidth });
  // A value that an alias shared may have been changed for both. Then comments count less than being right.
  return isDeepStrictEqual(readFlowFile(updated, fileName, configs), wanted) ? updated : printFlowFile(flow);
}

/** The library would write all of `[a]`, `[ a ]`, `{a: 1}` and `{ a: 1 }` in one way. Each stays as it was. */
function keepPadding(document: Document, text: string): void {
  visit(document, {
    Collection(_key, node) {
      if (!node.flow || !node.range) return;
      const flowCollectionPadding = /\s/.test(text[node.range[0] + 1] ?? "") ? " " : "";
      const write = node.toString as (context?: object, ...rest: unknown[]) => string;
      node.toString = (context?: object, ...rest: unknown[]) =>
        write.call(node, { ...context, flowCollectionPadding }, ...rest);
    },
  });
}

function updateMap(document: Document, map: YAMLMap, wanted: Map<string, unknown>): void {
  const order = [...wanted].filter(([, value]) => value !== undefined).map(([key]) => key);
  const keyOf = (pair: Pair) => String(isScalar(pair.key) ? pair.key.value : pair.key);
  map.items = map.items.filter((pair) => order.includes(keyOf(pair)));
  for (const key of order) {
    const value = wanted.get(key);
    const pair = map.items.find((each) => keyOf(each) === key);
    if (pair) pair.value = updated(document, pair.value, value);
    else map.items.push(document.createPair(key, value) as never);
  }
  // Only nodes have an order that matters; fields of a file stay where their author put them.
  if (order.every((key) => wanted.get(key) instanceof Object && "type" in (wanted.get(key) as object)))
    map.items.sort((one, other) => order.indexOf(keyOf(one)) - order.indexOf(keyOf(other)));
}

/** The YAML node with the wanted value: the old one, changed as little as possible. */
function updated(document: Document, node: unknown, value: unknown): unknown {
  const resolved = isAlias(node) ? node.resolve(document) : node;
  const now =
    resolved && typeof resolved === "object" && "toJS" in resolved
      ? (resolved as YAMLMap).toJS(document)
      : undefined;
  // One node to take from may be written as a list of one.
  if (isDeepStrictEqual(now, value) || isDeepStrictEqual(now, [value])) return node;
  if (isMap(node) && value instanceof Map) {
    updateMap(document, node, value);
    return node;
  }
  if (isMap(node) && value !== null && typeof value === "object" && !Array.isArray(value)) {
    updateMap(document, node, new Map(Object.entries(value)));
    return node;
  }
  if (isSeq(node) && Array.isArray(value)) {
    updateSeq(document, node, value);
    return node;
  }
  const created = document.createNode(value);
  if (isScalar(node) && isScalar(created)) {
    created.comment = node.comment ?? null;
    created.commentBefore = node.commentBefore ?? null;
    if (node.type && typeof value === "string" && fitsStyle(value, node)) created.type = node.type;
  }
  return created;
}

/** A block of lines holds no text that is one line, or that begins with a space: that would be read as another. */
const fitsStyle = (value: string, { type, value: before }: { type?: unknown; value: unknown }): boolean =>
  typeof before === "string" && (!String(type).startsWith("BLOCK") || /^\S.*\n/.test(value));

/** Items that stay keep their comments. */
function updateSeq(document: Document, seq: YAMLSeq, wanted: unknown[]): void {
  const left = [...seq.items];
  seq.items = wanted.map((value) => {
    const at = left.findIndex((item) => isScalar(item) && item.value === value);
    return at === -1 ? document.createNode(value) : left.splice(at, 1)[0];
  });
}
