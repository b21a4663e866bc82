import { defaultNodeName } from "../flow/node-names.ts";
import { fits, nodePorts } from "../flow/node-ports.ts";
import { defaultNodeStyle, placeNodes } from "../flow/place-nodes.ts";
import type { GraphNodeType } from "../flow-schemas.ts";
import { flowNamePattern } from "../limits.ts";
import { canonicalFlow, type FileNode, type FlowFile } from "./flow-file.ts";
import { suggestion } from "./near-name.ts";
import { type ParsedYaml, parseYaml, type YamlPath } from "./parse-yaml.ts";
import { plainValue } from "./plain-value.ts";

const nodeFields = ["type", "name", "from", "config", "position", "style"];
const types = Object.keys(nodePorts) as GraphNodeType[];
const pathText = (path: YamlPath) => path.join(".");

/** What configurations may say, where more is asked of them than that they are mappings. */
export type ConfigRules = {
  /** The fields that a node of this type has. */
  fieldsOf: (type: GraphNodeType) => string[];
  /** The first thing that is wrong with a configuration. */
  problemOf: (
    type: GraphNodeType,
    config: unknown,
  ) => { path: (string | number)[]; message: string } | undefined;
};

/**
 * Reads a flow from YAML or JSON, as `headwater flow` writes it. Beyond what the service checks, it refuses fields that nothing reads, because in a file they
 * are slips of the pen.
 *
 * @param configs - Absent: configurations are taken as they are, and the service checks them.
 * @throws {FlowFileError} with file, line, column and path, such as
 *   `support.yaml:7:7: nodes.found.config.topk is not a field of smart-rag. Did you mean topK?`
 */
export function readFlowFile(text: string, fileName: string, configs?: ConfigRules): FlowFile {
  const file = parseYaml(text, fileName);
  const top = fieldsOf(file, file.value, [], ["name", "description", "nodes", "prompts"]);
  const name = textAt(file, top.get("name"), ["name"]);
  if (!flowNamePattern.test(name))
    throw file.errorAt(["name"], "name must be lower-case letters, digits and hyphens, at most 63");
  const description = top.get("description") ?? null;
  if (description !== null) textAt(file, description, ["description"]);
  const nodesById = fieldsOf(file, top.get("nodes") ?? new Map(), ["nodes"]);
  const typesById = new Map([...nodesById].map(([id, node]) => [id, typeAt(file, id, node)]));
  const edges = [...nodesById].flatMap(([id, node]) =>
    sourcesAt(file, id, node as Map<string, unknown>, typesById).map((source) => ({ source, target: id })),
  );
  const places = placeNodes([...nodesById.keys()], edges);
  const nodes = [...nodesById].map(([id, node]): FileNode => {
    const fields = node as Map<string, unknown>;
    const type = typesById.get(id) as GraphNodeType;
    const given = fields.get("name");
    return {
      id,
      type,
      position: sizesAt(file, ["nodes", id, "position"], ["x", "y"], fields.get("position")) ??
        places.get(id) ?? { x: 0, y: 0 },
      style: sizesAt(file, ["nodes", id, "style"], ["height", "width"], fields.get("style")) ?? {
        ...defaultNodeStyle,
      },
      data: {
        name: given === undefined ? defaultNodeName(type, id) : textAt(file, given, ["nodes", id, "name"]),
        config: configAt(file, id, type, fields.get("config") ?? new Map(), configs),
      },
    };
  });
  const prompts = [...fieldsOf(file, top.get("prompts") ?? new Map(), ["prompts"])].map(([prompt, text]) => ({
    name: prompt,
    text: textAt(file, text, ["prompts", prompt]),
  }));
  return canonicalFlow({ name, description: description as string | null, graph: { nodes, edges }, prompts });
}

function typeAt(file: ParsedYaml, id: string, node: unknown): GraphNodeType {
  const path = ["nodes", id];
  const fields = fieldsOf(file, node, path, nodeFields);
  const type = textAt(file, fields.get("type"), [...path, "type"]) as GraphNodeType;
  if (!types.includes(type))
    throw file.errorAt(
      [...path, "type"],
      `${pathText(path)}.type '${type}' is not a type of node${suggestion(type, types)}`,
    );
  return type;
}

function sourcesAt(
  file: ParsedYaml,
  id: string,
  node: Map<string, unknown>,
  typesById: ReadonlyMap<string, GraphNodeType>,
): string[] {
  const given = node.get("from") ?? [];
  const path = ["nodes", id, "from"];
  const seen = new Set<string>();
  return [given].flat().map((each, index) => {
    const at = Array.isArray(given) ? [...path, index] : path;
    const source = textAt(file, each, at);
    const type = typesById.get(source);
    if (type === undefined)
      throw file.errorAt(
        at,
        `${pathText(at)}: there is no node '${source}'${suggestion(source, [...typesById.keys()])}`,
      );
    const target = typesById.get(id) as GraphNodeType;
    if (!fits(type, target)) throw file.errorAt(at, `${pathText(at)}: ${target} can't take from ${type}`);
    if (seen.has(source)) throw file.errorAt(at, `${pathText(at)}: '${source}' stands twice`);
    seen.add(source);
    return source;
  });
}

function configAt(
  file: ParsedYaml,
  id: string,
  type: GraphNodeType,
  given: unknown,
  configs: ConfigRules | undefined,
): Record<string, unknown> {
  const path = ["nodes", id, "config"];
  const known = configs?.fieldsOf(type);
  for (const field of fieldsOf(file, given, path).keys())
    if (known && !known.includes(field))
      throw file.errorAt(
        [...path, field],
        `${pathText([...path, field])} is not a field of ${type}${suggestion(field, known)}`,
      );
  const config = plainValue(given) as Record<string, unknown>;
  const problem = configs?.problemOf(type, config);
  if (problem) {
    const at = [...path, ...problem.path];
    throw file.errorAt(at, `${pathText(at)} ${problem.message}`);
  }
  return config;
}

/** A mapping, and, where the names are given, no other field than these. */
function fieldsOf(file: ParsedYaml, value: unknown, path: YamlPath, names?: string[]): Map<string, unknown> {
  const label = pathText(path) || "the file";
  if (!(value instanceof Map)) throw file.errorAt(path, `${label} must be a mapping`);
  for (const field of value.keys())
    if (names && !names.includes(field))
      throw file.errorAt(
        [...path, field],
        `${pathText([...path, field])} is not a field${suggestion(field, names)}`,
      );
  return value as Map<string, unknown>;
}

function textAt(file: ParsedYaml, value: unknown, path: YamlPath): string {
  if (value === undefined || value === null) throw file.errorAt(path, `${pathText(path)} is missing`);
  if (typeof value !== "string")
    throw file.errorAt(path, `${pathText(path)} must be text; write it in quotes`);
  return value;
}

/** Two numbers by their names; undefined when nothing is given. */
function sizesAt<First extends string, Second extends string>(
  file: ParsedYaml,
  path: YamlPath,
  names: [First, Second],
  value: unknown,
): Record<First | Second, number> | undefined {
  if (value === undefined || value === null) return undefined;
  const fields = fieldsOf(file, value, path, names);
  for (const name of names)
    if (!Number.isFinite(fields.get(name)))
      throw file.errorAt([...path, name], `${pathText([...path, name])} must be a number`);
  return Object.fromEntries(names.map((name) => [name, fields.get(name)])) as Record<First | Second, number>;
}
