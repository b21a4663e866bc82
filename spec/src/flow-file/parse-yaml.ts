import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import { FlowFileError } from "./flow-file-error.ts";

export type YamlPath = readonly (string | number)[];

/** A YAML or JSON file of one document. */
export type ParsedYaml = {
  document: Document.Parsed;
  /** Mappings as `Map`, so that their order is kept and no key can reach a prototype. */
  value: unknown;
  /** An error at a place of the file: `support.yaml:12:5: nodes.found.config.topk is not a field`. */
  errorAt: (path: YamlPath, message: string) => FlowFileError;
};

const maxBytes = 1024 * 1024;
const maxAliases = 100;

/**
 * Reads YAML 1.2, core schema, or JSON. Refuses custom tags, more than 100 aliases, keys that stand twice, that are not text or
 * `__proto__`, and files beyond 1 MB, each with line and column.
 *
 * @throws {FlowFileError}
 */
export function parseYaml(text: string, fileName: string): ParsedYaml {
  if (new TextEncoder().encode(text).length > maxBytes) throw refusal(`${fileName} has more than 1 MB.`);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    uniqueKeys: true,
    lineCounter: lines,
    prettyErrors: false,
    // "silent" would also hide that there are several documents.
    logLevel: "error",
  });
  const errorAt = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset);
    return refusal(`${fileName}:${line}:${col}: ${message}`);
  };
  // A tag that the core schema does not have is only a warning to the library.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw errorAt(problem.pos[0], wordsOf(problem.code, problem.message));
  let aliases = 0;
  visit(document, {
    Alias(_key, alias) {
      aliases += 1;
      if (aliases > maxAliases) throw errorAt(alias.range?.[0] ?? 0, `more than ${maxAliases} aliases`);
    },
    Pair(_key, { key }) {
      const name = isScalar(key) ? key.value : undefined;
      const offset = (key as Node | null)?.range?.[0] ?? 0;
      if (typeof name !== "string") throw errorAt(offset, "a key must be text; write it in quotes");
      if (name === "__proto__") throw errorAt(offset, "__proto__ can't be a key");
    },
  });
  let value: unknown;
  try {
    value = document.toJS({ mapAsMap: true, maxAliasCount: maxAliases });
  } catch (cause) {
    throw refusal(`${fileName}: ${(cause as Error).message}`, cause);
  }
  return {
    document,
    value,
    errorAt: (path, message) => errorAt(offsetOf(document, path), message),
  };
}

const refusal = (message: string, cause?: unknown) => new FlowFileError(message, { cause });

const wordsOf = (code: string, message: string): string =>
  code === "DUPLICATE_KEY"
    ? "this key stands twice"
    : code === "TAG_RESOLVE_FAILED"
      ? "custom tags are not allowed"
      : message;

/** Where the key or item of a path stands. What is not there has the place of what holds it. */
function offsetOf(document: Document.Parsed, path: YamlPath): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (!isMap(node) && !isSeq(node)) break;
    const item = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && key.value === step)
      : node.items[Number(step)];
    if (item === undefined) break;
    const place = (isPair(item) ? item.key : item) as Node | null;
    offset = place?.range?.[0] ?? offset;
    node = isPair(item) ? item.value : item;
  }
  return offset;
}
