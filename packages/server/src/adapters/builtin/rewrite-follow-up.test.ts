import { describe, expect, test } from "vitest";
import type { Turn } from "../../answering/conversation-store.ts";
import { rewriteFollowUp } from "./rewrite-follow-up.ts";

const turn = (question: string, answer = ""): Turn => ({
  question,
  resolvedQuestion: question,
  answer,
  fileIds: [],
  askedAt: new Date(0),
});

const never = new AbortController().signal;
const rewrite = (question: string, turns: Turn[]) =>
  rewriteFollowUp(question, turns, { search: async () => [], signal: never });

describe("rewriting a follow-up without a model", () => {
  test.each([
    ["What was the revenue in 2022?", "And in 2023?", "What was the revenue in 2023?"],
    ["What was the revenue in 2022?", "In 2023?", "What was the revenue in 2023?"],
    ["How many people live in Germany?", "What about Spain?", "How many people live in Spain?"],
    ["How many people live in Germany?", "and in New Zealand", "How many people live in New Zealand?"],
    ["What were sales in March 2023?", "and April 2024?", "What were sales in April 2024?"],
    ["What is the warranty for pumps?", "what about seals?", "seals (warranty pumps)?"],
    ["What is the price of the pump?", "And the warranty?", "the warranty (price pump)?"],
    ["When did the project start?", "What about the audit?", "the audit (project start)?"],
    ["Did revenue fall in 2023?", "Why?", "Why (revenue fall 2023)?"],
    ["When did revenue fall?", "why?", "why (revenue fall)?"],
    ["What is the limit for nitrate?", "And for lead?", "What is the limit for lead?"],
    ["Who founded Acme?", "And when?", "when (founded Acme)?"],
    ["May I charge batteries on board?", "Why not?", "Why not (charge batteries board)?"],
    ["Who answers complaints?", "How fast?", "How fast (answers complaints)?"],
    ["What was the revenue?", "And in 2023?", "in 2023 (revenue)?"],
    ["What does Acme sell?", "Who founded it?", "Who founded it (Acme sell)?"],
    ["What does Acme sell?", "What is its revenue?", "What is its revenue (Acme sell)?"],
    ["What does Acme sell?", "Tell me more.", "What does Acme sell?"],
    ["Wie hoch war der Umsatz 2022?", "Und 2023?", "Wie hoch war der Umsatz 2023?"],
  ])("after %j, %j means %j", async (before, question, expected) => {
    expect(await rewrite(question, [turn(before)])).toBe(expected);
  });

  test("a pronoun means the person whom the last answer named", async () => {
    const turns = [turn("Who was the Norse leader?", "Their leader Rollo swore fealty [1].")];
    expect(await rewrite("When did he die?", turns)).toBe("When did he die (Norse leader)?");
  });

  test.each([
    [
      "Who built the windmill?",
      "It was built by Maria Lopez [1].",
      "When was it opened?",
      "When was it opened (built windmill)?",
    ],
    [
      "Who runs the ferries?",
      "The ferries are run by Lakeside Lines [1].",
      "Where is it based?",
      "Where is it based (runs ferries)?",
    ],
  ])("after %j, which was answered %j, %j means %j", async (before, answer, question, expected) => {
    expect(await rewrite(question, [turn(before, answer)])).toBe(expected);
  });

  test.each([
    "What is the total of the invoice?",
    "When did Acme change its name?",
    "How long does it take to charge the battery?",
    "How many members are there in the committee?",
    "Which department does the company say it will close?",
  ])("leaves a question that stands by itself alone: %j", async (question) => {
    expect(await rewrite(question, [turn("Who founded Globex in 1990?")])).toBe(question);
  });

  test("without history, nothing is completed", async () => {
    expect(await rewrite("and in 2023?", [])).toBe("and in 2023?");
  });
});
