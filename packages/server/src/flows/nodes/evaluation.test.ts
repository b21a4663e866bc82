import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FlowSources, openFlowSources } from "../../../testing/flow-sources.ts";
import { noAnswerFound, nothingVerified } from "../../answering/messages.ts";
import type { ExpectedAnswer, NodeOutput } from "../flow/node-output.ts";
import { answerRelevance, faithfulness } from "../measures/answer-measures.ts";
import { casePasses } from "../measures/case-passes.ts";
import { expectedRanks } from "../measures/expected-ranks.ts";
import { ndcg, precision, recall, relevance } from "../measures/retrieval-measures.ts";
import { createEvaluationNode } from "./evaluation.ts";

const read = (text: string, fileName = "a.txt") => ({ text, title: "", fileName });

describe("measures of retrieval", () => {
  const ranks = (names: string[], expected: ExpectedAnswer) => {
    const found = expectedRanks(
      names.map((name) => read(`text of ${name}`, name)),
      expected,
    );
    if (!found) throw new Error("Nothing is expected");
    return found;
  };

  it("count what was expected, by hand", () => {
    const found = ranks(["x", "a", "a", "b"], { sources: ["a", "b"] });
    expect(precision(found)).toBe(3 / 4);
    expect(recall(found)).toBe(1);
    // a at rank 2 and b at rank 4, of an ideal of ranks 1 and 2; the second a brings nothing new.
    expect(ndcg(found)).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)));
  });

  it("are 1 for all that is expected in front, and 0 for none of it", () => {
    const best = ranks(["a", "b"], { sources: ["a", "b"] });
    expect([precision(best), recall(best), ndcg(best)]).toEqual([1, 1, 1]);
    const worst = ranks(["x"], { sources: ["a"] });
    expect([precision(worst), recall(worst), ndcg(worst)]).toEqual([0, 0, 0]);
    const nothing = ranks([], { sources: ["a"] });
    expect([precision(nothing), recall(nothing), ndcg(nothing)]).toEqual([0, 0, 0]);
  });

  it("stay in 0..1 when one passage shows all that is expected", () => {
    const both = expectedRanks([read("The wing gives lift. The tail steers.")], {
      passages: ["The wing gives lift.", "the TAIL steers"],
    });
    expect(both && [precision(both), recall(both), ndcg(both)]).toEqual([1, 1, 1]);
  });

  it("compare texts by their words, for a chunk may end within one", () => {
    const shows = (text: string) =>
      expectedRanks([read(text)], { passages: ["The old tower was opened in the year 1889"] })?.shown[0]
        ?.size;
    expect(shows("…the old tower was opened in the year")).toBe(1);
    expect(shows("The old tower was closed")).toBe(0);
  });

  it("can't be told without expectations", () => {
    expect(expectedRanks([read("x")], undefined)).toBeNull();
    expect(expectedRanks([read("x")], { answer: "y" })).toBeNull();
  });

  it("say how much of the question passages speak of", () => {
    expect(relevance("tower height", [read("The tower."), read("The height of the tower.")])).toBe(0.75);
    expect(relevance("tower", [])).toBeNull();
  });
});

describe("measures of answers", () => {
  const evidence = [
    read("The tower opened in 1889. It is 330 metres high."),
    read("Gustave Eiffel built it."),
  ];
  it.each([
    ["The tower opened in 1889.", 1],
    ["The tower opened in 1889 [1]. Gustave Eiffel built it [2].", 1],
    ["The tower opened in 1989.", 0],
    ["The tower opened in 1889. It was sold to Japan in 1999.", 0.5],
    [noAnswerFound, null],
    [nothingVerified, null],
  ])("faithfulness of %j is %j", (answer, expected) => {
    expect(faithfulness(answer, evidence)).toBe(expected);
  });
  it("an answer without passages is not faithful", () => {
    expect(faithfulness("The tower opened in 1889.", [])).toBe(0);
  });
  it("relevance is what the answer says of what is expected, else of the question", () => {
    expect(answerRelevance("When?", "It opened in May 1889.", "opened 1889")).toBe(1);
    expect(answerRelevance("When?", "It opened in 1989.", "opened 1889")).toBe(0.5);
    expect(answerRelevance("Which sources were read?", nothingVerified, undefined)).toBe(0);
    expect(answerRelevance("Who built the tower?", "Eiffel built the tower.", undefined)).toBe(1);
    expect(answerRelevance("Who built the tower?", noAnswerFound, "Eiffel")).toBe(0);
    expect(answerRelevance("?", "Yes.", undefined)).toBeNull();
  });
});

describe("whether a question got what is expected", () => {
  const [tower, bread] = [
    read("The tower opened in 1889.", "tower.txt"),
    read("Bread needs an hour.", "b.txt"),
  ];
  const passes = (expected: ExpectedAnswer | undefined, answer: string | null = null, passages = [tower]) =>
    casePasses({ question: "When did the tower open?", passages, answer }, expected);
  it.each([
    ["nothing", undefined, null, null],
    ["its source, which was found", { sources: ["tower.txt"] }, null, true],
    ["two sources, of which one was found", { sources: ["tower.txt", "b.txt"] }, null, false],
    ["words that a passage says, where nobody writes", { answer: "in 1889" }, null, true],
    ["words that no passage says", { answer: "in 1890" }, null, false],
    ["words that the answer says", { answer: "1889" }, "It opened in 1889.", true],
    ["words that a passage says and the answer does not", { answer: "1889" }, "Long ago.", false],
    ["words of an answer that says there is none", { answer: "1889" }, noAnswerFound, false],
    [
      "words that are said, and a source that is missing",
      { answer: "1889", sources: ["b.txt"] },
      null,
      false,
    ],
  ] as const)("%s", (_what, expected, answer, passed) => {
    expect(passes(expected as ExpectedAnswer | undefined, answer)).toBe(passed);
  });
  it("words must stand in one passage", () => {
    expect(passes({ answer: "tower needs an hour" }, null, [tower, bread])).toBe(false);
  });
});

describe("an evaluation node", () => {
  let sources: FlowSources;
  beforeEach(async () => {
    sources = await openFlowSources();
  });
  afterEach(() => sources.close());

  it("scores each question of a test set, the unanswered too, and averages what can be told", async () => {
    const { chunks } = await sources.add("tower.txt", ["The tower opened in 1889.", "Bread needs an hour."]);
    const [right, wrong] = chunks.map(({ chunkId }) => chunkId) as [string, string];
    const asked = [
      { id: "t/1", text: "When did the tower open?", expected: { answer: "1889", sources: ["tower.txt"] } },
      { id: "t/2", text: "Who built it?" },
      { id: "t/3", text: "Where is it?", expected: { passages: ["It is in Paris."] } },
    ];
    const inputs: NodeOutput[] = [
      { kind: "queries", queries: asked },
      {
        kind: "passages",
        lists: asked.slice(0, 2).map((query) => ({
          query,
          passages: [right, wrong].map((id, at) => ({ id, chunkIds: [id], score: 1 - at / 10 })),
        })),
      },
      {
        kind: "answers",
        answers: [
          {
            id: "t/1",
            question: "When did the tower open?",
            text: "The tower opened in 1889.",
            model: "m",
            seconds: 1,
            chunkIds: [right],
          },
        ],
      },
    ];
    const node = createEvaluationNode(sources.stores);
    const { output, counts } = await node.run(sources.input("evaluation", {}, inputs));
    expect(output).toEqual({
      kind: "scores",
      scores: [
        {
          id: "t/1",
          question: "When did the tower open?",
          passes: true,
          measures: {
            relevance: 0.5,
            precision: 1,
            recall: 1,
            ndcg: 1,
            answer_relevance: 1,
            faithfulness: 1,
          },
        },
        {
          id: "t/2",
          question: "Who built it?",
          passes: null,
          measures: {
            relevance: 0,
            precision: null,
            recall: null,
            ndcg: null,
            answer_relevance: null,
            faithfulness: null,
          },
        },
        {
          id: "t/3",
          question: "Where is it?",
          passes: false,
          measures: {
            relevance: null,
            precision: 0,
            recall: 0,
            ndcg: 0,
            answer_relevance: null,
            faithfulness: null,
          },
        },
      ],
    });
    expect(counts).toMatchObject({ total_questions: 3, recall: 0.5, faithfulness: 1 });
    const some = await node.run(sources.input("evaluation", { measures: ["recall"] }, inputs));
    expect(some.counts).toEqual({ total_questions: 3, recall: 0.5 });
    await expect(node.run(sources.input("evaluation", { measures: ["luck"] }, inputs))).rejects.toThrow(
      "measures must be",
    );
  });
});
