import { expect, it } from "vitest";
import { type Script, scriptedModel } from "../../testing/scripted-model.ts";
import { ModelUnavailableError } from "../models/model-unavailable-error.ts";
import { createModelRewriter } from "./model-rewriter.ts";

const turn = {
  question: "And the sales?",
  resolvedQuestion: "What were the sales in 2022?",
  answer: "They were 5 million [1].",
  fileIds: [],
  askedAt: new Date(0),
};

async function rewritten(script: Script, question: string, turns = [turn]) {
  const { model, asked } = scriptedModel(script);
  const warnings: string[] = [];
  const used: unknown[] = [];
  const rewrite = createModelRewriter(model, (message) => warnings.push(message));
  const result = await rewrite(question, turns, {
    search: async () => [],
    signal: AbortSignal.any([]),
    onUsage: (usage) => used.push(usage),
  });
  return { result, warnings, used, asked };
}

it("completes a follow-up, and tells what that used", async () => {
  const script = () => ({ stands_alone: false, question: "What were the sales\n in 2023?" });
  const { result, used, asked } = await rewritten(script, "and in 2023?");
  expect(result).toBe("What were the sales in 2023?");
  expect(used).toEqual([{ tokensIn: 10, tokensOut: 2 }]);
  expect(asked[0]?.prompt.text).toContain("What were the sales in 2022?");
  expect(asked[0]?.prompt.instructions).not.toContain("2022");
});

it("leaves a question alone that stands alone, word for word", async () => {
  const script = () => ({ stands_alone: true, question: "Who is the CEO of Acme?" });
  expect((await rewritten(script, "  who's CEO of Acme ")).result).toBe("who's CEO of Acme");
});

it.each([
  { stands_alone: false, question: " " },
  { stands_alone: false },
  { stands_alone: false, question: "w".repeat(3_000) },
])("takes no nonsense for a question", async (answer) => {
  expect((await rewritten(() => answer, "and in 2023?")).result).toBe("and in 2023?");
});

it("asks no model without a conversation", async () => {
  const { result, asked } = await rewritten(() => new Error("not asked"), " When? ", []);
  expect(result).toBe("When?");
  expect(asked).toEqual([]);
});

it("searches the question as it was asked when the model fails, and says so", async () => {
  const { result, warnings } = await rewritten(
    () => new ModelUnavailableError("The model x failed."),
    "and in 2023?",
  );
  expect(result).toBe("and in 2023?");
  expect(warnings).toEqual([
    "A follow-up question was searched as it was asked, because it could not be completed: The model x failed.",
  ]);
});

it("other errors are errors", async () => {
  await expect(rewritten(() => new TypeError("bug"), "and in 2023?")).rejects.toThrow("bug");
});
