import { expect, test } from "vitest";
import type { OpenApiDocument } from "../scripts/document.ts";
import { takeGaps, withGaps } from "../scripts/gaps.ts";
import { documents } from "./documents.ts";

const marks = (text: string) => `Intro.\n\n<!-- from the YAML -->\n${text}<!-- end -->\n`;

const surface = (): OpenApiDocument =>
  ({
    openapi: "3.1.1",
    info: {},
    "x-gaps": [{ open: "Compression", choice: "`br` or `gzip`", from: "Ours" }],
    paths: {
      "/ask": {
        post: {
          operationId: "ask",
          tags: ["Answering"],
          "x-gaps": [{ open: "Errors", choice: "400 | 404", from: "Seen", why: "Clients read them" }],
          responses: {},
        },
      },
    },
    components: {
      schemas: { Answer: { type: "object", "x-gaps": [{ open: "Null", choice: "Yes", from: "Ours" }] } },
    },
  }) as unknown as OpenApiDocument;

test("gaps of a document, its operations and its schemas become tables, and leave the document", () => {
  const document = surface();
  const page = withGaps(marks("old rows\n"), takeGaps({ sources: document }));
  expect(page).toBe(
    marks(`
## Every request

| Where | Open | Choice | From | Why |
| --- | --- | --- | --- | --- |
| sources surface | Compression | \`br\` or \`gzip\` | Ours |  |

## Answering

| Where | Open | Choice | From | Why |
| --- | --- | --- | --- | --- |
| \`POST /ask\` | Errors | 400 \\| 404 | Seen | Clients read them |

## Schemas

| Where | Open | Choice | From | Why |
| --- | --- | --- | --- | --- |
| \`Answer\` | Null | Yes | Ours |  |

`),
  );
  expect(JSON.stringify(document)).not.toContain("x-gaps");
});

test("a page without its marks is refused", () => {
  expect(() => withGaps("Intro.", new Map())).toThrow("GAPS.md has lost the marks");
});

test("the generated documents carry no gaps", () => {
  expect(JSON.stringify(documents)).not.toContain("x-gaps");
});
