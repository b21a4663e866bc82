import { expect, test } from "vitest";
import { ParseError } from "../src/parse-error.ts";
import { createDocumentReader } from "../src/read-document.ts";
import { badDocuments } from "../testing/bad-documents/index.ts";

const readDocument = createDocumentReader();

test.each(badDocuments.filter(({ isLarge }) => !isLarge))("$name", async ({ extension, make, expected }) => {
  const texts: string[] = [];
  try {
    const input = { bytes: await make(), fileName: `x.${extension}` };
    for await (const part of readDocument(input, { method: "fast" })) {
      if (part.kind === "elements") texts.push(...part.elements.map(({ text }) => text));
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    // Said to the person who brought it, in whole sentences that also tell what to do.
    expect(error.message).toMatch(/^[A-Z].*\.$/s);
    expect(error.message).toMatch(/\b(?:check|convert|open|remove|save|split|upload)\b/i);
    expect(error.message).toMatch("says" in expected ? expected.says : /no text|no values|damaged/);
    return;
  }
  expect("reads" in expected ? expected.reads : "an error").toBeInstanceOf(RegExp);
  if ("reads" in expected) expect(texts.join("\n")).toMatch(expected.reads);
});
