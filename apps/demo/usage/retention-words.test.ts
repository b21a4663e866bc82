import { expect, it } from "vitest";
import { retentionWords } from "./retention-words.ts";

it("names what is removed, and nothing that is kept", () => {
  expect(retentionWords({ conversation_days: 1, run_days: null, original_days: 3650 })).toEqual([
    { name: "Conversations", after: "1 day after their latest question" },
    { name: "Uploaded files", after: "3,650 days after their upload; what was read from them stays" },
  ]);
  expect(retentionWords({ conversation_days: null, run_days: null, original_days: null })).toEqual([]);
});
