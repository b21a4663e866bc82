import { describe, expect, test } from "vitest";
import { alignEvidence } from "./align-evidence.ts";
import type { FoundPlace } from "./extractor.ts";
import { groundValues } from "./ground-values.ts";

const text = { type: ["string", "null"] };
const number = { type: ["number", "null"] };

const documents = [
  {
    fileId: "f",
    fileName: "f.pdf",
    elements: [
      "Total due: 1.234,50 EUR on 3 May 2024",
      "Priority: High!  Contact: Maria\nLopez",
      "Notice: sixty (60) days",
    ].map((line, position) => ({
      elementId: `e${position}`,
      position,
      type: "NarrativeText" as const,
      text: line,
      pageNumber: position + 1,
      boundingBox: { left: 1, top: position, width: 2, height: 3 },
    })),
  },
];

const place = (path: string, elementId: string, quote: string, score?: number): FoundPlace => ({
  path,
  fileId: "f",
  elementId,
  text: quote,
  ...(score !== undefined && { score }),
});

const ground = (property: object, value: unknown, places: FoundPlace[], required: string[] = []) =>
  groundValues(
    { type: "object", properties: { a: property }, required },
    { value: { a: value }, places },
    documents,
  );

describe("groundValues", () => {
  test.each([
    ["label", 0.9, "verified"],
    ["heads", 0.8, "verified"],
    ["sums", 0.1, "verified"],
    ["named", 1, "verified"],
    ["label", 0.7, "unverified"],
    ["place", 1, "unverified"],
    ["form", 1, "unverified"],
    ["amount", 0.95, "unverified"],
    [undefined, 0.1, "verified"],
  ] as const)("a value tied by %s with a score of %d is %s", (basis, score, verdict) => {
    const found = { ...place("/a", "e0", "1.234,50", score), ...(basis && { basis }) };
    const { value, evidence } = ground(number, 1234.5, [found]);
    expect(value).toEqual({ a: 1234.5 });
    expect(evidence.map((each) => each.verdict)).toEqual([verdict]);
  });

  test.each([
    [number, 1234.5, "e0", "1.234,50 EUR"],
    [{ ...text, format: "date" }, "2024-05-03", "e0", "3 May 2024"],
    [{ enum: ["low", "high"] }, "high", "e1", "High!"],
    [text, "Maria Lopez", "e1", "Maria\nLopez"],
    [number, 60, "e2", "sixty"],
    [text, "EUR", "e0", "1.234,50 EUR"],
  ])("%j %j is verified in %s by %j", (schema, value, elementId, quote) => {
    const { evidence } = ground(schema, value, [place("/a", elementId, quote, 0.8)]);
    expect(evidence).toEqual([
      {
        path: "/a",
        fileId: "f",
        fileName: "f.pdf",
        elementId,
        pageNumber: Number(elementId.at(1)) + 1,
        quote,
        boundingBox: { left: 1, top: Number(elementId.at(1)), width: 2, height: 3 },
        score: 0.8,
        verdict: "verified",
      },
    ]);
  });

  test("a quote with other spaces or case is given as the element has it", () => {
    expect(ground(text, "Maria Lopez", [place("/a", "e1", "maria lopez")]).evidence).toMatchObject([
      { quote: "Maria\nLopez", verdict: "repaired", score: 1 },
    ]);
  });

  test.each([
    ["another element", "e2", "Maria Lopez"],
    ["an element that does not exist", "e9", "Maria Lopez"],
    ["no place at all", null, ""],
  ])("a value cited to %s gets the place where it stands", (_, elementId, quote) => {
    const places = elementId === null ? [] : [place("/a", elementId, quote)];
    const { value, evidence } = ground(text, "Maria Lopez", places);
    expect(value).toEqual({ a: "Maria Lopez" });
    expect(evidence).toMatchObject([{ elementId: "e1", quote: "Maria\nLopez", verdict: "repaired" }]);
  });

  test("a number that its quote does not hold, nor any element, becomes null", () => {
    expect(ground(number, 999, [place("/a", "e0", "1.234,50 EUR")])).toEqual({
      value: { a: null },
      evidence: [],
    });
  });

  test("a value that no element holds stays, without evidence, where the schema wants one", () => {
    const { value, evidence } = ground({ type: "string" }, "Nobody", [], ["a"]);
    expect(value).toEqual({ a: "Nobody" });
    expect(evidence).toEqual([]);
  });

  test("a paraphrase of a quote is unverified", () => {
    const { evidence } = ground(text, "the amount to pay is high", [
      place("/a", "e0", "Total due: 1.234,50 EUR"),
    ]);
    expect(evidence).toMatchObject([{ verdict: "unverified" }]);
  });

  test("list items without evidence are left out, and the paths follow", () => {
    const schema = { type: "object", properties: { a: { type: "array", items: { type: "string" } } } };
    const places = [place("/a/1", "e1", "High"), place("/a/2", "e0", "EUR")];
    const draft = { value: { a: ["Invented", "High", "EUR"] }, places };
    const { value, evidence } = groundValues(schema, draft, documents);
    expect(value).toEqual({ a: ["High", "EUR"] });
    expect(evidence.map(({ path, quote }) => [path, quote])).toEqual([
      ["/a/0", "High"],
      ["/a/1", "EUR"],
    ]);
  });
});

test("alignEvidence follows rows that fitting left out", () => {
  const value = {
    rows: [
      { n: null, t: "a" },
      { n: 1, t: "b" },
      { n: 2, t: "toolong" },
    ],
  };
  const output = {
    rows: [
      { n: 1, t: "b" },
      { n: 2, t: null },
    ],
  };
  const at = (path: string) => ({ path }) as Parameters<typeof alignEvidence>[2][number];
  const evidence = ["/rows/0/t", "/rows/1/n", "/rows/1/t", "/rows/2/n", "/rows/2/t"].map(at);
  expect(alignEvidence(value, output, evidence).map(({ path }) => path)).toEqual([
    "/rows/0/n",
    "/rows/0/t",
    "/rows/1/n",
  ]);
});

describe("a value that may be drawn from the documents stays without evidence", () => {
  const summary =
    "The total is due in May, the priority is high, and Maria Lopez is the contact who gives notice in days.";
  test.each([
    ["a choice of the schema", { enum: ["invoice", "letter", null] }, "invoice", "invoice"],
    ["yes or no", { type: ["boolean", "null"] }, true, true],
    ["a summary in their words", text, summary, summary],
    ["not so a summary of something else", text, summary.replace(/[mdn]/g, "x"), null],
    ["not so a name", text, "Jack Sparrow", null],
  ])("%s", (_, property, value, expected) => {
    expect(ground(property, value, [])).toEqual({ value: { a: expected }, evidence: [] });
  });
});
