import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { classifyAnswer } from "./classify-answer.ts";

const example = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../../spec/examples/${name}`, import.meta.url), "utf8"));

it("recognises the service's statements that there is no answer", async () => {
  const { answer, citations } = await example("askSources.200.not-grounded.json");
  expect(classifyAnswer(answer, citations)).toEqual({ kind: "silent", rest: "" });
  expect(classifyAnswer("The sources do not contain an answer to this question.", [])).toEqual({
    kind: "silent",
    rest: "",
  });
});

it("keeps the text after such a statement", () => {
  expect(classifyAnswer("The sources do not say. They name no company.[1]", [{ index: 1 }])).toEqual({
    kind: "silent",
    rest: "They name no company.[1]",
  });
});

it("distinguishes text with figures from text without", async () => {
  const { answer, citations } = await example("askSources.200.json");
  expect(classifyAnswer(answer, citations).kind).toBe("answered");
  expect(classifyAnswer("Hello.", []).kind).toBe("unfounded");
});

it("leaves the service's reason whole when an answer would take a model, or could not be verified", () => {
  const needsModel =
    "The sources do not say this in so many words. It has to be worked out from them. Set HEADWATER_LANGUAGE_MODEL.";
  const nothingVerified =
    "The sources were read, but no statement about this question could be verified in them.";
  expect(classifyAnswer(needsModel, [])).toEqual({ kind: "needs-model", rest: needsModel });
  expect(classifyAnswer(nothingVerified, [])).toEqual({ kind: "unproven", rest: nothingVerified });
});
