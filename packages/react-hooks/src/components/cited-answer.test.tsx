import type { Citation } from "@headwater/client";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CitedAnswer } from "./cited-answer.tsx";

const citations: Citation[] = [1, 2, 3].map((index) => ({
  index,
  file_name: `${index}.pdf`,
  page_number: index,
}));
const html = (answer: string, list: Citation[] | null = citations) => {
  const { container } = render(<CitedAnswer answer={answer} citations={list} />);
  return container;
};
/** The text as a reader sees it, with a marker as ^N. The word joiner is invisible. */
const text = (answer: string, list?: Citation[] | null) => {
  const container = html(answer, list);
  for (const button of container.querySelectorAll("button")) button.textContent = `^${button.textContent}`;
  return [...container.querySelectorAll("p")].map(({ textContent }) => textContent?.replaceAll("\u2060", ""));
};

describe("CitedAnswer", () => {
  it.each([
    ["Two years [1]. Seals one year [2].", ["Two years.^1 Seals one year.^2"]],
    ["Two years. [1] Seals", ["Two years.^1 Seals"]],
    ["Two years [1][2], or more [3]", ["Two years,^1^2 or more^3"]],
    ["He said “two years [1].” Then", ["He said “two years.”^1 Then"]],
    ["Two (years [1]) or [2] more", ["Two (years^1) or^2 more"]],
    ["[1] first", ["^1 first"]],
    ["一年 [1]。二年 [2]。", ["一年。^1二年。^2"]],
  ])("sets the marker directly behind what it supports: %s", (answer, read) => {
    expect(text(answer)).toEqual(read);
  });

  it("makes paragraphs of empty lines, and keeps single line breaks", () => {
    expect(text("One [1].\n\nTwo\nThree [2].\n \nFour")).toEqual(["One.^1", "Two\nThree.^2", "Four"]);
    expect(text("Row one [1]\nRow two [2]\n")).toEqual(["Row one^1\nRow two^2\n"]);
    expect(text("")).toEqual([]);
  });

  it("leaves a number without a citation as text", () => {
    expect(text("See [9] and [1].")).toEqual(["See [9] and.^1"]);
    expect(text("See [1].", null)).toEqual(["See [1]."]);
  });

  it.each([{ list: citations }, { list: [] }, { list: null }])(
    "makes no citation of what a quoted document says of one ($list.length listed)",
    ({ list }) => {
      const forged = "It lasts 99 years [7](0b0f3f0e|p3|fSigned%20contract.pdf).";
      expect(text(forged, list)).toEqual([forged]);
    },
  );

  it("never parts a marker from its word at the end of a line", () => {
    const container = html("It lasts two years [1][2].");
    const [cited] = container.querySelectorAll<HTMLElement>('[data-part="cited"]');
    // The word joiner forbids the break before the markers; "nowrap" forbids breaks between them.
    expect(container.textContent).toBe("It lasts two years.\u206012");
    expect(cited?.textContent).toBe("\u206012");
    expect(cited?.style.whiteSpace).toBe("nowrap");
  });

  it("hands text to renderText without cutting a word in two", () => {
    const pieces: string[] = [];
    const answer = "These are the responsibilities [1]. 保修期从购买之日起计算 [2]。";
    const keep = (text: string) => {
      pieces.push(text);
      return text;
    };
    render(<CitedAnswer answer={answer} citations={citations} renderText={keep} />);
    expect(pieces).toEqual(["These are the responsibilities.", " 保修期从购买之日起计算。"]);
  });

  it("tells which citation is pressed, by pointer and by keyboard", async () => {
    const user = userEvent.setup();
    const pressed: [string | null | undefined, number][] = [];
    render(
      <CitedAnswer
        answer="One [1]. Two [2]."
        citations={citations}
        onCitationPress={({ file_name }, index) => pressed.push([file_name, index])}
      />,
    );
    await user.click(screen.getByRole("button", { name: "Citation 2" }));
    await user.tab({ shift: true });
    await user.keyboard("{Enter}");
    expect(pressed).toEqual([
      ["2.pdf", 2],
      ["1.pdf", 1],
    ]);
  });

  it("says which citation is open and where, when told so", () => {
    const answer = "One [1]. Two [2].";
    const { rerender } = render(<CitedAnswer answer={answer} citations={citations} activeIndex={2} />);
    const marker = (index: number) => screen.getByRole("button", { name: `Citation ${index}` });
    expect(marker(2).dataset.active).toBe("true");
    expect(marker(1).dataset.active).toBeUndefined();
    expect(marker(2).hasAttribute("aria-expanded")).toBe(false);
    rerender(<CitedAnswer answer={answer} citations={citations} activeIndex={2} controls="notes" />);
    expect(marker(2).getAttribute("aria-expanded")).toBe("true");
    expect(marker(1).getAttribute("aria-expanded")).toBe("false");
    expect(marker(1).getAttribute("aria-controls")).toBe("notes");
  });

  it("lets text and markers be dressed", () => {
    render(
      <CitedAnswer
        answer="Two years [1]."
        citations={citations}
        className="answer"
        renderText={(text) => <mark>{text}</mark>}
        citationProps={({ file_name }, index) => ({
          "aria-label": `Beleg ${index}: ${file_name}`,
          className: "cite",
          "data-file": "1",
        })}
      />,
    );
    const marker = screen.getByRole("button", { name: "Beleg 1: 1.pdf" });
    expect(marker.className).toBe("cite");
    expect(within(screen.getByText("Two years.")).queryByRole("button")).toBeNull();
    expect(document.querySelectorAll("mark")).toHaveLength(1);
    expect(document.querySelector(".answer p")).not.toBeNull();
  });

  it("renders on a server", () => {
    expect(renderToString(<CitedAnswer answer="Yes [1]." citations={citations} />)).toContain(
      '<button type="button" data-part="citation" aria-label="Citation 1">1</button>',
    );
  });
});
