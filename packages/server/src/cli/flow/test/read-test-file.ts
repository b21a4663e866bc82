import { type ParsedYaml, parseYaml, suggestion, type YamlPath } from "@headwater/spec/flow-file";
import { refuseFile } from "../file/refuse-file.ts";

/** What is expected of a list of items. */
export type ItemExpectation = {
  /** Each is said by some item, whatever its case and spaces. */
  contains: string[];
  /** Some item comes from each source. */
  source: string[];
  /** Relevance that the best item has at least, 0 to 1. */
  minScore: number | undefined;
  minItems: number | undefined;
  maxItems: number | undefined;
};

export type TestCase = {
  name: string;
  query: string;
  expect: ItemExpectation;
  /** What is expected of the items of single nodes, by node id. */
  nodes: Map<string, ItemExpectation>;
  /** Nodes whose items are the same as when they were last accepted with `--update`. */
  golden: string[];
};

export type FlowTests = {
  flow: string;
  /** `draft`, `deployed`, or a revision by number or id. */
  on: string;
  cases: TestCase[];
};

const itemFields = ["contains", "source", "minScore", "minItems", "maxItems"];

/**
 * Reads a file of test cases.
 *
 * @throws {OperatorError} with line, column and path, with exit code 2
 */
export const readTestFile = (text: string, fileName: string): FlowTests =>
  refuseFile(() => testsIn(parseYaml(text, fileName)));

function testsIn(file: ParsedYaml): FlowTests {
  const top = fieldsAt(file, file.value, [], ["flow", "on", "cases"]);
  const cases = listAt(file, top.get("cases") ?? [], ["cases"]).map((each, index) =>
    caseAt(file, each, index),
  );
  const names = new Set<string>();
  for (const [index, { name }] of cases.entries()) {
    if (names.has(name))
      throw file.errorAt(["cases", index], `cases.${index}: another case is named '${name}' too`);
    names.add(name);
  }
  const on = top.get("on") ?? "draft";
  return {
    flow: textAt(file, top.get("flow"), ["flow"]),
    on: typeof on === "number" ? String(on) : textAt(file, on, ["on"]),
    cases,
  };
}

function caseAt(file: ParsedYaml, value: unknown, index: number): TestCase {
  const path = ["cases", index];
  const fields = fieldsAt(file, value, path, ["name", "query", "expect"]);
  const query = textAt(file, fields.get("query"), [...path, "query"]);
  const at = [...path, "expect"];
  const expected = fieldsAt(file, fields.get("expect") ?? new Map(), at, [...itemFields, "nodes", "golden"]);
  const nodes = fieldsAt(file, expected.get("nodes") ?? new Map(), [...at, "nodes"]);
  return {
    name: textAt(file, fields.get("name") ?? query, [...path, "name"]),
    query,
    expect: itemsAt(file, expected, at),
    nodes: new Map(
      [...nodes].map(([id, node]) => {
        const place = [...at, "nodes", id];
        return [id, itemsAt(file, fieldsAt(file, node, place, itemFields), place)];
      }),
    ),
    golden: textsAt(file, expected.get("golden"), [...at, "golden"]),
  };
}

const itemsAt = (file: ParsedYaml, fields: Map<string, unknown>, path: YamlPath): ItemExpectation => ({
  contains: textsAt(file, fields.get("contains"), [...path, "contains"]),
  source: textsAt(file, fields.get("source"), [...path, "source"]),
  minScore: numberAt(file, fields.get("minScore"), [...path, "minScore"]),
  minItems: numberAt(file, fields.get("minItems"), [...path, "minItems"]),
  maxItems: numberAt(file, fields.get("maxItems"), [...path, "maxItems"]),
});

function fieldsAt(file: ParsedYaml, value: unknown, path: YamlPath, names?: string[]): Map<string, unknown> {
  if (!(value instanceof Map)) throw file.errorAt(path, `${path.join(".") || "the file"} must be a mapping`);
  for (const field of value.keys())
    if (names && !names.includes(field))
      throw file.errorAt(
        [...path, field],
        `${[...path, field].join(".")} is not a field${suggestion(field, names)}`,
      );
  return value as Map<string, unknown>;
}

function listAt(file: ParsedYaml, value: unknown, path: YamlPath): unknown[] {
  if (!Array.isArray(value)) throw file.errorAt(path, `${path.join(".")} must be a list`);
  return value;
}

function textAt(file: ParsedYaml, value: unknown, path: YamlPath): string {
  if (typeof value === "string" && value !== "") return value;
  throw file.errorAt(path, `${path.join(".")} must be text`);
}

/** A text or a list of texts. */
const textsAt = (file: ParsedYaml, value: unknown, path: YamlPath): string[] =>
  value === undefined || value === null ? [] : [value].flat().map((each) => textAt(file, each, path));

function numberAt(file: ParsedYaml, value: unknown, path: YamlPath): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw file.errorAt(path, `${path.join(".")} must be a number from 0`);
}
