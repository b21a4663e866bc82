import type { AnswerMessage } from "@headwater/react-hooks";
import { describe, expect, it } from "vitest";
import { figuresIn, lastFigure, plainAnswer, printAnswer, printMessage, printQuote } from "./print-answer.ts";

const cited = (...indexes: number[]) => indexes.map((index) => ({ index }));

describe("a printed answer", () => {
  it("continues the numbers of earlier answers", () => {
    const { text, citations } = printAnswer("One [1]. Two [2][1].", cited(1, 2), 4);
    expect(text).toBe("One [5]. Two [6][5].");
    expect(citations.map(({ index }) => index)).toEqual([5, 6]);
  });

  it("never turns a number in brackets into a citation", () => {
    const { text } = printAnswer("See [5] there [1].", cited(1), 4);
    expect(text).not.toContain("[5] there");
    expect(text).toContain("there [5].");
    expect(text.replace("\u2060", "")).toBe("See [5] there [5].");
  });
});

it("prints no dash of a list in the middle of a line", () => {
  expect(printAnswer("One [1]. - First, two [2]. 5 - 3 is 2.\n- An item", cited(1, 2)).text).toBe(
    "One [1]. First, two [2]. 5 - 3 is 2.\n- An item",
  );
  expect(printQuote("- First, and most important")).toBe("First, and most important");
});

it("returns the highest figure", () => {
  expect(lastFigure(cited(2, 1))).toBe(2);
  expect(lastFigure([])).toBe(0);
});

it("finds the figures of an answer that is being written", () => {
  expect(figuresIn("One [1]. Two [2], one [1] and [")).toEqual(cited(1, 2));
});

it("gives the answer as text with its quotations", () => {
  const citations = [
    { index: 1, text_preview: "It lasts two years.", file_name: "warranty.pdf", page_number: 3 },
    { index: 2 },
  ];
  expect(plainAnswer({ text: "Two years [1][2].", citations })).toBe(
    "Two years [1][2].\n\n[1] “It lasts two years.” warranty.pdf, p. 3\n[2]",
  );
});

it("gives the quoted words rather than a preview of their passage", () => {
  const citations = [{ index: 1, quote: "two years", text_preview: "It lasts two years. It is" }];
  expect(plainAnswer({ text: "Two [1].", citations })).toContain("[1] “two years”");
});

it("copies the figures that are on screen", () => {
  const printed = printAnswer("Two years [1]. See [9].", [{ index: 1, text_preview: "It lasts." }], 3);
  expect(plainAnswer(printed)).toBe("Two years [4]. See [9].\n\n[4] “It lasts.”");
});

describe("an answer that is being written", () => {
  const message = (status: AnswerMessage["status"], text: string, ...indexes: number[]) =>
    printMessage({ status, text, citations: cited(...indexes) } as AnswerMessage, 2);

  it("has its figures while it is written and when it is complete", () => {
    expect(message("streaming", "One [1], two [2].")).toEqual({
      text: "One [3], two [4].",
      citations: cited(3, 4),
    });
    expect(message("done", "One [1].", 1).text).toBe("One [3].");
  });

  it("has the citations that have come, and figures for those that have not", () => {
    const citations = [{ index: 1, file_id: "f" }];
    const streaming = { status: "streaming", text: "One [1], two [2].", citations } as AnswerMessage;
    expect(printMessage(streaming, 2).citations).toEqual([{ index: 3, file_id: "f" }, { index: 4 }]);
  });

  it.each(["stopped", "error"] as const)("has no dead figures when it ended early: %s", (status) => {
    expect(message(status, "One [1][2]. Two [3], thr [")).toEqual({ text: "One. Two, thr", citations: [] });
    expect(message(status, "One [1").text).toBe("One");
  });

  it("is empty before the question is sent", () => {
    expect(printMessage(undefined, 2)).toEqual({ text: "", citations: [] });
  });
});
