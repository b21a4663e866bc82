import { expect, test } from "vitest";
import { objectIn } from "./object-in.ts";

const schema = {
  type: "object",
  properties: { hour: { type: "integer" }, place: { type: "object", properties: {} } },
};
const ofRows = { type: "object", properties: { rows: { type: "array", items: { type: "object" } } } };

test.each<[written: string, value: object]>([
  ['{"hour": 9}', { hour: 9 }],
  ['<think>{"hour": 8}</think>\n{"hour": 9}', { hour: 9 }],
  ['Here it is:\n```json\n{"hour": 9}\n```\nAsk {me} again!', { hour: 9 }],
  ['{"hour": 9} I hope this helps {smiles}.', { hour: 9 }],
  ["{'hour': 9, 'place': {'name': 'it''s here'},}", { hour: 9, place: { name: "it's here" } }],
  ['{"hour": None, "place": {}}', { hour: null, place: {} }],
  ['{"hour": 9, // in the morning\n}', { hour: 9 }],
  ['{"output": {"hour": 9}}', { hour: 9 }],
  ['{"status": "ok", "data": {"result": [{"hour": 9}]}}', { hour: 9 }],
  ['{"type": "object", "properties": {"hour": 9}}', { hour: 9 }],
  ['[{"hour": 9}]', { hour: 9 }],
  ['{"note": "none"} {"hour": 9}', { hour: 9 }],
  ['{"hour": 9, "place": {"hour": 1}}', { hour: 9, place: { hour: 1 } }],
  ['"{\\"hour\\": 9}"', { hour: 9 }],
  ['{"output": "{\\"hour\\": 9}"}', { hour: 9 }],
  ['{"fields": [{"name": "hour", "value": 9}, {"name": "place", "value": null}]}', { hour: 9, place: null }],
  ['{"other": 1}', { other: 1 }],
])("%s", (written, value) => {
  expect(objectIn(written, schema)).toEqual(value);
});

test("a list is the only list that a form asks for", () => {
  expect(objectIn('[{"a": 1}, {"a": 2}]', ofRows)).toEqual({ rows: [{ a: 1 }, { a: 2 }] });
});

test.each(["nine", "", "{", "[1, 2]", '"hour"'])("%j has no object", (written) => {
  expect(objectIn(written, schema)).toBeUndefined();
});
