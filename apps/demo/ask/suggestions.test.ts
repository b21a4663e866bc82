import { expect, it } from "vitest";
import { sampleName } from "../sources/sample-file.ts";
import { sampleQuestions, suggestQuestions } from "./suggestions.ts";

const source = (file_id: string, file_name = `${file_id}.md`) => ({ file_id, file_name });
const title = (text: string, page_number = 1) => ({ text, page_number });

it("begins with the sample", () => {
  const sources = [source("faq"), source("sample", sampleName)];
  const titles = new Map([["faq", [title("FAQ"), title("How do I return a pump?", 3)]]]);
  const suggested = suggestQuestions(sources, titles);
  expect(suggested.map(({ question }) => question)).toEqual([
    ...sampleQuestions.map(({ question }) => question),
    "How do I return a pump?",
  ]);
  expect(suggested.at(-1)).toMatchObject({ fileId: "faq", fileName: "faq.md", page: 3 });
});

it("prefers headings that ask, takes two of a source, and leaves its title out", () => {
  const headings = ["The pump", "Cleaning the seals", "2.1 Safety rules", "Who pays for repairs?"];
  expect(
    suggestQuestions([source("a")], new Map([["a", headings.map((text) => title(text))]])),
  ).toMatchObject([
    { question: "Who pays for repairs?" },
    { question: "What is said about “Cleaning the seals”?" },
  ]);
});

it("leaves out headings that say nothing", () => {
  const headings = ["Title", "Introduction", "{{ template }} of x", "3", "a b c d e f g h i j k l m"];
  expect(suggestQuestions([source("a")], new Map([["a", headings.map((text) => title(text))]]))).toEqual([]);
  expect(suggestQuestions([source("b")], new Map())).toEqual([]);
});
