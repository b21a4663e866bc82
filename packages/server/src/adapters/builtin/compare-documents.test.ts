import { describe, expect, test } from "vitest";
import type { Passage } from "../../answering/answerer.ts";
import { createExtractiveAnswerer } from "./extractive-answerer.ts";

const answerer = createExtractiveAnswerer();

const passage = (fileName: string, text: string, elementType = "NarrativeText"): Passage => ({
  ...{ fileId: fileName, fileName, elementId: text, elementType, text },
  ...{ pageNumber: 1, sectionNumber: 1, sectionTitle: "", score: 1 },
});

async function compared(passages: Passage[]): Promise<string> {
  let text = "";
  const request = {
    question: "What changed?",
    history: [],
    passages,
    compares: true,
    thinkingLevel: "fast" as const,
  };
  for await (const event of answerer(request, new AbortController().signal)) {
    if (event.type === "delta") text += event.text;
    if (event.type === "statement") text += `${event.statement.text}[${event.statement.passages}]`;
  }
  return text;
}

describe("two documents side by side", () => {
  const older = [
    passage("leave-v1.md", "Leave policy", "Title"),
    passage("leave-v1.md", "Everyone has 25 days of holiday a year. Unused days expire in March."),
    passage("leave-v1.md", "Parents get ten days of paid leave."),
  ];
  const newer = [
    passage("leave-v2.md", "Leave policy", "Title"),
    passage("leave-v2.md", "Everyone has 28 days of holiday a year. Unused days expire in March."),
    passage("leave-v2.md", "Carers may work from home."),
  ];

  test("of two versions what changed, what is new and what is gone", async () => {
    const changes = [
      "- Everyone has 25 days of holiday a year.[1] → Everyone has 28 days of holiday a year.[4]",
      "+ Carers may work from home.[5]",
      "- Parents get ten days of paid leave.[2]",
    ];
    expect(await compared([...older, ...newer])).toBe(changes.join("\n"));
  });

  test("the older version comes first, in whichever order they were added", async () => {
    expect(await compared([...newer, ...older])).toContain(
      "25 days of holiday a year.[4] → Everyone has 28 days",
    );
  });

  test("of two documents without a common sentence how each begins", async () => {
    const other = [
      passage("minutes.md", "Minutes", "Title"),
      passage("minutes.md", "The fair takes place in June."),
    ];
    expect(await compared([...older, ...other])).toBe(
      "Leave policy[0]\nEveryone has 25 days of holiday a year.[1] Unused days expire in March.[1]\nMinutes[3]\nThe fair takes place in June.[4]",
    );
  });
});
