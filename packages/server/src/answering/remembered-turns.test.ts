import { expect, test } from "vitest";
import type { Turn } from "./conversation-store.ts";
import { rememberedTurns } from "./remembered-turns.ts";

const turns = (count: number): Turn[] =>
  Array.from({ length: count }, (_, at) => ({
    question: `Question ${at}?`,
    resolvedQuestion: `Question ${at}?`,
    answer: `Answer ${at} [1]. More of it [2].`,
    fileIds: [`file-${at}`],
    askedAt: new Date(at),
  }));
const remember = (stored: Turn[] | null) =>
  rememberedTurns({ turns: async (_project, _id, latest) => stored?.slice(-latest) ?? null }, "p", "c");

test("ten turns are remembered as they are", async () => {
  expect(await remember(turns(10))).toEqual(turns(10));
  expect(await remember(null)).toBeNull();
});

test("thanks and greetings are not remembered, so that a follow-up goes on from what was asked", async () => {
  const [first, ...others] = turns(2);
  const thanks = { ...turns(1)[0], question: "Thanks!", resolvedQuestion: "Thanks!" } as Turn;
  expect(await remember([first as Turn, thanks, ...others])).toEqual(turns(2));
});

test("what falls out is told in short: questions and first sentences, without markers", async () => {
  const remembered = await remember(turns(12));
  expect(remembered).toHaveLength(11);
  expect(remembered?.[0]?.answer).toBe("Question 0? – Answer 0.\nQuestion 1? – Answer 1.");
  expect(remembered?.[0]?.fileIds).toEqual(["file-0", "file-1"]);
  expect(remembered?.slice(1)).toEqual(turns(12).slice(2));
});

test("the summary is bounded, and its oldest part goes first", async () => {
  const long = turns(500).map((turn) => ({ ...turn, question: `${turn.question} ${"why ".repeat(2_000)}` }));
  const [summary] = (await remember(long)) ?? [];
  expect(summary?.answer.length).toBeLessThan(4_100);
  expect(summary?.answer).toContain("Question 489?");
  expect(summary?.answer).not.toContain("Question 450?");
});
