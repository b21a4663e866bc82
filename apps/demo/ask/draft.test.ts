import { expect, it } from "vitest";
import { joinDrafts } from "./draft.ts";

it.each([
  ["", "How long?", "How long?"],
  [" \n", "How long?", "How long?"],
  ["How long?", "", "How long?"],
  ["Written, not sent", "How long?", "Written, not sent\nHow long?"],
  ["Written, not sent\n", "How long?", "Written, not sent\nHow long?"],
  ["Written.\nHow long?", "How long?", "Written.\nHow long?"],
  ["How", "How long?", "How long?"],
])("loses neither %j nor %j", (current, added, joined) => {
  expect(joinDrafts(current, added)).toBe(joined);
});
