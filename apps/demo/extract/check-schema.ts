import type { JsonSchema } from "@headwater/client";
import { unsupportedSchemaKeywords } from "@headwater/spec";
import { findNodeAtLocation, type Node } from "jsonc-parser";
import { readJson } from "./json-tree.ts";
import { nearestWord } from "./nearest-word.ts";
import { schemaSummary } from "./schema-summary.ts";

/** A mistake in a schema: offsets into its text, the 1-based line where it begins, and a text that says what to do. */
export type SchemaProblem = { line: number; start: number; end: number; message: string };
export type SchemaCheck =
  | { valid: true; schema: JsonSchema; summary: string; problems: [] }
  | { valid: false; problems: SchemaProblem[] };

const types = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

/** What to write in place of a refused keyword. */
const hints: Record<keyof typeof unsupportedSchemaKeywords, string> = {
  combining: 'Only null can be an alternative: "type": ["string", "null"].',
  referring: "Write the schema out where it is used.",
  deciding: 'Name each value in "properties".',
  placing: 'Say in "items" what every entry is like.',
};

const hintFor = (keyword: string): string | undefined => {
  const kinds = Object.keys(hints) as (keyof typeof hints)[];
  const kind = kinds.find((each) => unsupportedSchemaKeywords[each].some((word) => word === keyword));
  return kind && hints[kind];
};

const known = [
  ...[
    "type",
    "properties",
    "required",
    "items",
    "additionalProperties",
    "enum",
    "const",
    "title",
    "description",
  ],
  ...["default", "examples", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems"],
  ...["minProperties", "maxProperties", "$schema", "$id", "$comment", "deprecated", "readOnly", "writeOnly"],
];

/**
 * Checks an output schema while it is typed: first the JSON, then the contract's simplified JSON Schema (an object at
 * the top, unions with null only, no `oneOf`, `anyOf`, `allOf`, `$ref`).
 */
export function checkSchema(text: string): SchemaCheck {
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  const read = readJson(text);
  if ("problem" in read)
    return { valid: false, problems: [{ ...read.problem, line: lineOf(read.problem.start) }] };
  const problems: SchemaProblem[] = [];
  const report: Report = ({ offset: start, length }, message) =>
    problems.push({ start, end: start + length, message, line: lineOf(start) });
  checkRoot(read.node, report);
  if (problems.length > 0) return { valid: false, problems: problems.sort((a, b) => a.start - b.start) };
  const schema = JSON.parse(text) as JsonSchema;
  return { valid: true, schema, summary: schemaSummary(schema), problems: [] };
}

type Report = (place: { offset: number; length: number }, message: string) => void;

type Member = { key: Node; value: Node };

const membersOf = ({ type, children = [] }: Node): Member[] =>
  type === "object"
    ? children.flatMap(({ children: [key, value] = [] }) => (key && value ? [{ key, value }] : []))
    : [];

function checkRoot(node: Node, report: Report): void {
  checkNode(node, report);
  if (node.type !== "object") return;
  const type = findNodeAtLocation(node, ["type"]);
  const opening = { offset: node.offset, length: 1 };
  if (!type && !findNodeAtLocation(node, ["properties"]))
    report(opening, 'Say what the values are called: "type": "object" and "properties".');
  else if (
    type?.type === "string" &&
    type.value !== "object" &&
    (types as readonly string[]).includes(type.value)
  )
    report(type, 'The outermost type is "object"; put a list inside it, under a name.');
  else if (
    type &&
    !findNodeAtLocation(node, ["properties"]) &&
    !namesOf(type).some((name) => name !== "object" && name !== "null")
  )
    report(opening, 'No values are named yet. Add "properties".');
}

const namesOf = (type: Node): string[] =>
  (type.type === "array" ? (type.children ?? []) : [type]).flatMap((each) =>
    each.type === "string" ? [each.value] : [],
  );

function checkNode(node: Node, report: Report): void {
  if (node.type !== "object") {
    report(node, 'Put the schema in braces, such as { "type": "string" }.');
    return;
  }
  const names = new Set<string>();
  for (const { key, value } of membersOf(node)) {
    if (names.has(key.value)) report(key, `"${key.value}" is said twice.`);
    names.add(key.value);
    const instead = hintFor(key.value);
    if (instead) report(key, `"${key.value}" is not supported. ${instead}`);
    else checkKeyword(node, key, value, report);
  }
}

function checkKeyword(node: Node, key: Node, value: Node, report: Report): void {
  switch (key.value) {
    case "type":
      checkType(value, report);
      return;
    case "properties":
      checkProperties(value, report);
      return;
    case "items":
      if (value.type === "array") {
        report(value, '"items" is one schema that every entry follows, not a list.');
        return;
      }
      checkNode(value, report);
      return;
    case "additionalProperties":
      if (value.type !== "boolean") checkNode(value, report);
      return;
    case "required":
      checkRequired(node, value, report);
      return;
    case "enum":
      if (value.type !== "array" || !value.children?.length)
        report(value, '"enum" is a list of the values allowed.');
      return;
    case "title":
    case "description":
      if (value.type !== "string") report(value, `"${key.value}" is text in double quotes.`);
      return;
    default: {
      if (known.includes(key.value)) return;
      const meant = nearestWord(key.value, known);
      if (meant) report(key, `"${key.value}" is not a word of JSON Schema. Did you mean "${meant}"?`);
    }
  }
}

function checkType(value: Node, report: Report): void {
  const named = value.type === "array" ? (value.children ?? []) : [value];
  if (named.length === 0) {
    report(value, "Name a type.");
    return;
  }
  let union = 0;
  for (const each of named) {
    if (each.type !== "string") {
      report(
        each,
        each.type === "null" ? 'Write "null" in double quotes.' : 'A type is a word, such as "string".',
      );
      continue;
    }
    if (!(types as readonly string[]).includes(each.value)) {
      const meant = nearestWord(each.value, types) ?? aliases[each.value.toLowerCase()];
      report(
        each,
        `"${each.value}" is not a type. ${meant ? `Did you mean "${meant}"?` : `Types are ${types.slice(0, -1).join(", ")} and null.`}`,
      );
      continue;
    }
    if (each.value !== "null") union += 1;
    if (union === 2) report(each, "A value has one type, or one type and null.");
  }
}

/** Frequent mistakes. */
const aliases: Record<string, string> = {
  float: "number",
  double: "number",
  decimal: "number",
  int: "integer",
  text: "string",
  date: "string",
  bool: "boolean",
  list: "array",
  dict: "object",
  map: "object",
};

function checkProperties(value: Node, report: Report): void {
  if (value.type !== "object") {
    report(value, '"properties" names each value: { "total": { "type": "number" } }.');
    return;
  }
  if (membersOf(value).length === 0) report(value, "No values are named yet.");
  const names = new Set<string>();
  for (const { key, value: schema } of membersOf(value)) {
    if (names.has(key.value)) report(key, `"${key.value}" is named twice.`);
    names.add(key.value);
    if (schema.type === "string" && (types as readonly string[]).includes(schema.value))
      report(schema, `Write { "type": "${schema.value}" }.`);
    else checkNode(schema, report);
  }
}

function checkRequired(node: Node, value: Node, report: Report): void {
  if (value.type !== "array") {
    report(value, '"required" is a list of names: ["total"].');
    return;
  }
  const properties = findNodeAtLocation(node, ["properties"]);
  const names = properties ? membersOf(properties).map(({ key }) => String(key.value)) : [];
  for (const each of value.children ?? []) {
    if (each.type !== "string") report(each, "Put the name in double quotes.");
    else if (!names.includes(each.value)) {
      const meant = nearestWord(each.value, names);
      report(
        each,
        `"${each.value}" is required but not in "properties". ${meant ? `Did you mean "${meant}"?` : "Add it there, or leave it out here."}`,
      );
    }
  }
}
