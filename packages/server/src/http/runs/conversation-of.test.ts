import { expect, test } from "vitest";
import { conversationOf } from "./conversation-of.ts";

test.each([
  [{ question: "x", conversation_id: "abc" }, "abc"],
  [{ conversation_id: 'a "quoted" \\ é' }, 'a "quoted" \\ é'],
  [{ conversation_id: null }, undefined],
  [{ question: 'say "conversation_id": "no"' }, undefined],
  [{ output_schema: { properties: { conversation_id: { type: "string" } } }, conversation_id: "own" }, "own"],
  [{ question: "x" }, undefined],
])("%j: %s", (body, expected) => {
  expect(conversationOf(Buffer.from(JSON.stringify(body, null, 1)))).toBe(expected);
});

test.each(["", "{", '{"conversation_id":"abc', '{"conversation_id" : "\\x"}'])("no JSON: %s", (text) => {
  expect(conversationOf(Buffer.from(text))).toBeUndefined();
});

test("a body full of the field is not gone through to its end", () => {
  const body = Buffer.from(`${'"conversation_id" '.repeat(1_000)}"conversation_id":"abc"`);
  expect(conversationOf(body)).toBeUndefined();
});
