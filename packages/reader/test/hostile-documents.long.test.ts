import { expect, test } from "vitest";
import { ParseError } from "../src/parse-error.ts";
import { createDocumentReader } from "../src/read-document.ts";
import { hostileDocuments } from "../testing/hostile-documents.ts";

const readDocument = createDocumentReader();

/**
 * At this size, one step per pair of characters takes many minutes, and one step per character takes a second. A parser
 * that ends at all is therefore not superlinear.
 */
const bytes = 2 ** 20;

test.each(hostileDocuments)("$name comes to an end", async ({ extension, make, webPage }) => {
  let text = "";
  try {
    for await (const part of readDocument({ bytes: make(bytes), extension, webPage })) {
      if (part.kind === "elements") text += part.elements.map((element) => element.text).join("\n");
    }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    text = error.message;
  }
  expect(text).not.toBe("");
});
