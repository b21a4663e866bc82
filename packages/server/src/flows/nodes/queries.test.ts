import { describe, expect, it } from "vitest";
import type { FlowNodeType } from "../flow/flow.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import { queriesOf } from "../node/input-queries.ts";
import { createQuestionNode } from "./question.ts";
import { createResponseNode } from "./response.ts";
import { createTestsetNode } from "./testset.ts";

const input = (type: FlowNodeType, config: Record<string, unknown>, inputs: NodeOutput[] = []) => ({
  node: {
    id: `${type}-7`,
    type,
    name: type,
    position: { x: 0, y: 0 },
    style: { height: 1, width: 1 },
    config,
  },
  projectId: "p",
  inputs,
  query: null,
  signal: new AbortController().signal,
});

describe("a question node", () => {
  const run = (question: unknown) => createQuestionNode().run(input("question", { question }));
  it("asks its question before the query of the run", async () => {
    const { output } = await run("Why?");
    expect(queriesOf({ inputs: [output], query: "What?" })).toEqual([{ id: "question-7", text: "Why?" }]);
  });
  it("leaves the query of the run to the nodes after it when it has none", async () => {
    const { output, notes } = await run(" ");
    expect(queriesOf({ inputs: [output], query: "What?" })).toEqual([{ id: "query", text: "What?" }]);
    expect(notes).toHaveLength(1);
  });
  it("takes a text only", async () => {
    await expect(run(7)).rejects.toThrow("question must be a text");
  });
});

it("nothing is asked without any query", () => {
  expect(queriesOf({ inputs: [], query: null })).toEqual([]);
  expect(queriesOf({ inputs: [], query: "  " })).toEqual([]);
});

describe("a testset node", () => {
  const run = (questions: unknown) => createTestsetNode().run(input("testset", { questions }));
  it("asks every question with what is expected of it", async () => {
    const { output, counts } = await run([
      { question: "When?", answer: "1889", sources: ["a.pdf"], passages: [" ", "It opened."] },
      { question: "Who?", answer: "", sources: [] },
      "Why?",
    ]);
    expect(output).toEqual({
      kind: "queries",
      queries: [
        {
          id: "testset-7/1",
          text: "When?",
          expected: { answer: "1889", sources: ["a.pdf"], passages: ["It opened."] },
        },
        { id: "testset-7/2", text: "Who?" },
        { id: "testset-7/3", text: "Why?" },
      ],
    });
    expect(counts).toEqual({ total_questions: 3 });
  });
  it.each([
    ["no list", "questions must be a list"],
    [[{ question: "" }], "questions[0].question must be a text"],
    [["Why?", { question: "Who?", sources: "a" }], "questions[1].sources must be a list of texts"],
    [[{ question: "Who?", answer: 7 }], "questions[0].answer must be a text"],
    [Array.from({ length: 1_001 }, () => "Why?"), "1000 at most"],
  ])("says what is wrong with %j", async (questions, message) => {
    await expect(run(questions)).rejects.toThrow(message);
  });
});

describe("a response node", () => {
  const run = async (inputs: NodeOutput[]) =>
    (await createResponseNode().run(input("response", {}, inputs))).output;
  const passages = (id: string): NodeOutput => ({
    kind: "passages",
    lists: [
      {
        query: { id: "query", text: "?" },
        passages: [{ id, chunkIds: [id], score: id === "a" ? 0.5 : 0.9 }],
      },
    ],
  });
  it("gives exactly what comes in", async () => {
    const given = passages("a");
    expect(await run([given])).toBe(given);
    expect(await createResponseNode().run(input("response", {}, [given]))).toMatchObject({
      counts: { total_items: 1 },
    });
  });
  it("joins what several nodes give", async () => {
    const joined = await run([passages("a"), passages("b")]);
    expect(joined.kind === "passages" && joined.lists[0]?.passages.map(({ id }) => id)).toEqual(["b", "a"]);
  });
  it("says what to join when nothing, or two kinds, come in", async () => {
    await expect(run([])).rejects.toThrow("join a node to it");
    await expect(run([passages("a"), { kind: "answers", answers: [] }])).rejects.toThrow("one kind of input");
  });
});
