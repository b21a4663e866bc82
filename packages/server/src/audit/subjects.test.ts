import { expect, it } from "vitest";
import { subjectsIn } from "./subjects.ts";

it("takes ids by kind from address, body and answer, each once", () => {
  expect(
    subjectsIn(
      { file_id: "f1" },
      { file_ids: ["f1", "f2"], question: "Who?" },
      { build_id: "b1", success: true },
      null,
    ),
  ).toEqual({ source: ["f1", "f2"], build: ["b1"] });
});

it("takes the sources that an answer cites", () => {
  const citations = [{ file_id: "f1" }, { file_id: "f2" }, { file_id: "f1" }];
  expect(subjectsIn({ conversation_id: "c1", citations })).toEqual({
    conversation: ["c1"],
    cited: ["f1", "f2"],
  });
  expect(subjectsIn({ citations: null }, { chunks: [{ file_id: "f3" }] })).toEqual({ cited: ["f3"] });
});

it("takes no text that is sent as an id", () => {
  expect(subjectsIn({ file_id: "the secret plan", flow_name: 7, token_id: "x".repeat(200) })).toEqual({});
});

it("takes a hundred ids of one kind at most", () => {
  const file_ids = Array.from({ length: 150 }, (_, number) => `f${number}`);
  expect(subjectsIn({ file_ids }).source).toHaveLength(100);
});
