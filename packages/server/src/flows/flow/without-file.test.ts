import { expect, it } from "vitest";
import { exampleRecord } from "../../../testing/contracts/example-flows.ts";
import type { NodeOutput, OutputPassage } from "./node-output.ts";
import { recordWithoutFile } from "./without-file.ts";

const passage = (id: string, fileIds?: string[]): OutputPassage => ({
  id,
  chunkIds: [id],
  score: 1,
  fileIds,
});
const answer = (id: string, fileIds?: string[]) => ({
  ...{ id, question: "Which?", text: "This.", model: "m", seconds: 1, chunkIds: [id] },
  fileIds,
});
const query = { id: "q", text: "Which?" };
const set = (fileId: string) => ({ chunkSetId: `${fileId}1`, fileId, versionId: `${fileId}v`, chunks: 3 });

it.each<[string, NodeOutput, NodeOutput, number | undefined]>([
  ["sets", { kind: "chunks", sets: [set("a"), set("b")] }, { kind: "chunks", sets: [set("b")] }, 1],
  [
    "passages and copies, and those that do not say where they are from",
    {
      kind: "passages",
      lists: [
        {
          query,
          passages: [passage("1", ["a"]), passage("2", ["b"]), passage("3", ["b", "a"]), passage("4")],
        },
      ],
    },
    { kind: "passages", lists: [{ query, passages: [passage("2", ["b"])] }] },
    undefined,
  ],
  [
    "answers",
    { kind: "answers", answers: [answer("1", ["b", "a"]), answer("2", ["b"]), answer("3", []), answer("4")] },
    { kind: "answers", answers: [answer("2", ["b"]), answer("3", [])] },
    undefined,
  ],
])(
  "takes the %s of a deleted source out of a record, which needs an update then",
  (_, output, left, deletedFiles) => {
    const record = exampleRecord("n", { output, notes: ["a.pdf is not read yet"], error: "a.pdf is broken" });
    expect(recordWithoutFile(record, "a")).toEqual({
      ...record,
      ...{ output: left, key: "", state: "stale", notes: [], error: null },
      ...(deletedFiles && { deletedFiles }),
    });
  },
);

it("leaves the key of what lost nothing, so that it is kept if what comes in is the same again", () => {
  const output: NodeOutput = { kind: "passages", lists: [{ query, passages: [passage("2", ["b"])] }] };
  const record = exampleRecord("n", { output });
  expect(recordWithoutFile(record, "a")).toMatchObject({ key: record.key, output, state: "stale" });
  const questions = exampleRecord("n", { output: { kind: "queries", queries: [query] } });
  expect(recordWithoutFile(questions, "a")).toBe(questions);
});
