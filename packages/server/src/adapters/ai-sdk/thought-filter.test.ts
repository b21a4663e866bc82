import { expect, it } from "vitest";
import { createThoughtFilter, withoutThought } from "./thought-filter.ts";

const answer = "The seal is replaced every 24 months [1].";

const inPieces = (text: string, length: number): string => {
  const filter = createThoughtFilter();
  let shown = "";
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${length}}`, "g")) ?? [];
  for (const piece of [...pieces.flatMap((each) => filter.push(each)), ...filter.end()])
    shown = piece.type === "thought" ? "" : shown + piece.text;
  return shown.trimEnd();
};

it.each([
  ["between tags", `<think>\nIs 3 < 4?\n</think>\n\n${answer}`],
  ["between tags of another name, in capitals", `<Reasoning>Page [1] says so.</Reasoning>${answer}`],
  ["before a closing tag alone", `Let me look at passage [1].\n</think>\n\n${answer}`],
  ["in square brackets", `[THINK]Passage [1] it is.[/THINK]${answer}`],
  ["in triangles", `◁think▷hm◁/think▷${answer}`],
  [
    "in harmony channels",
    `<|channel|>analysis<|message|>We need [1].<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
  ],
  ["in harmony channels without their signs", `analysisWe need passage 1.assistantfinal${answer}`],
  ["in a notebook", `<scratchpad>Passage [1] says so.</scratchpad>\n${answer}`],
  ["between unused tokens", `<unused94>thought\nPage [1].<unused95>${answer}</s>`],
  ["before the turn of the answer", `<|start_header_id|>assistant<|end_header_id|>\n\n${answer}<|eot_id|>`],
  ["around a final answer", `<analysis>one</analysis><final>${answer}</final>`],
  ["twice", `<think>one</think>\n<think>two</think>${answer}`],
  ["around an answer in tags", `<think>one</think><answer>${answer}</answer>`],
  ["nowhere", answer],
])("leaves out what was thought %s", (_name, text) => {
  expect(withoutThought(text)).toBe(answer);
  for (const length of [1, 2, 5, 19, 1_000]) expect(inPieces(text, length)).toBe(answer);
});

it.each([
  "A <b> is less than 3 < 4 [1].",
  "The tag <think> opens a thought, and `</think>` closes it [2].",
  "[Think] of it: a[0] <",
  "Use <answers> [1].",
])("leaves in what only looks like it: %s", (text) => {
  for (const length of [1, 3, 1_000]) expect(inPieces(text, length)).toBe(text);
});

it("of an answer that never ended its thought nothing is left", () => {
  expect(inPieces("<think>one [1]. two", 4)).toBe("");
});
