import { expect, it } from "vitest";
import { stageWords } from "./stage-words.ts";

it("says what is being done until there are words", () => {
  expect(stageWords({ stage: "retrieving", text: "" })).toBe("Searching the sources");
  expect(stageWords({ stage: "reading", text: "" })).toBe("Reading passages");
  expect(stageWords({ stage: "reading", text: "Two" })).toBe("Writing");
  expect(stageWords({ stage: "answering", text: "" })).toBe("Writing");
  expect(stageWords({ stage: "later" as never, text: "" })).toBe("Writing");
  expect(stageWords({ text: "" })).toBe("Writing");
});
