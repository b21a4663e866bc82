import { readFileSync } from "node:fs";
import type { Source } from "@headwater/client";
import { expect, it } from "vitest";
import {
  isNarrowed,
  kindsOf,
  openSieve,
  type Sieve,
  sieveFrom,
  sieveQuery,
  sifted,
  tagCounts,
} from "./sieve.ts";

const [example] = JSON.parse(
  readFileSync(new URL("../../../spec/examples/listSources.200.json", import.meta.url), "utf8"),
) as [Source];

const source = (file_name: string, day: number, changes: Partial<Source> = {}): Source => ({
  ...example,
  file_id: `id-${file_name}`,
  file_name,
  file_type: file_name.split(".").pop() ?? "",
  created_at: `2026-01-0${day}T00:00:00.000Z`,
  tags: [],
  ...changes,
});
const sources = [
  source("Page 10.pdf", 1, { file_size: 10, tags: ["paid", "invoices"] }),
  source("page 9.pdf", 3, { file_size: 30, tags: ["invoices"], failed_pages: [2] }),
  source("Übersicht.docx", 2, { file_size: 20, status: "Processing failed" }),
];
const names = (changes: Partial<Sieve>) =>
  sifted(sources, { ...openSieve, ...changes }).map(({ file_name }) => file_name);

it("shows the newest first, or another order", () => {
  expect(names({})).toEqual(["page 9.pdf", "Übersicht.docx", "Page 10.pdf"]);
  expect(names({ order: "oldest" })).toEqual(["Page 10.pdf", "Übersicht.docx", "page 9.pdf"]);
  expect(names({ order: "name" })).toEqual(["page 9.pdf", "Page 10.pdf", "Übersicht.docx"]);
  expect(names({ order: "largest" })).toEqual(["page 9.pdf", "Übersicht.docx", "Page 10.pdf"]);
});

it("finds by name in any case and Unicode form, and by the beginning of an id", () => {
  expect(names({ find: " PAGE " })).toHaveLength(2);
  expect(names({ find: "übersicht".normalize("NFD") })).toEqual(["Übersicht.docx"]);
  expect(names({ find: "id-page 9" })).toEqual(["page 9.pdf"]);
});

it("filters by state, kind and tag, all at once", () => {
  expect(names({ state: "ready" })).toEqual(["Page 10.pdf"]);
  expect(names({ state: "part" })).toEqual(["page 9.pdf"]);
  expect(names({ state: "fail" })).toEqual(["Übersicht.docx"]);
  expect(names({ kind: "Document" })).toEqual(["Übersicht.docx"]);
  expect(names({ tag: "invoices" })).toEqual(["page 9.pdf", "Page 10.pdf"]);
  expect(names({ tag: "invoices", find: "10" })).toEqual(["Page 10.pdf"]);
  expect(names({ tag: null })).toEqual(["Übersicht.docx"]);
});

it("counts tags and kinds", () => {
  expect(tagCounts(sources)).toEqual({
    tags: [
      ["invoices", 2],
      ["paid", 1],
    ],
    none: 1,
  });
  expect(kindsOf(sources)).toEqual(["Document", "PDF"]);
});

it("stands in the address and comes back from it", () => {
  expect(sieveQuery(openSieve)).toBe("");
  const narrowed: Sieve = { find: "a & b", state: "part", kind: "Web page", tag: "paid", order: "name" };
  for (const sieve of [narrowed, { ...openSieve, tag: null }])
    expect(sieveFrom(Object.fromEntries(new URLSearchParams(sieveQuery(sieve))))).toEqual(sieve);
  expect(sieveFrom({ state: "nonsense", order: "nonsense", tag: ["a", "b"] })).toEqual({
    ...openSieve,
    tag: "a",
  });
  expect([isNarrowed(openSieve), isNarrowed({ ...openSieve, order: "name" }), isNarrowed(narrowed)]).toEqual([
    false,
    false,
    true,
  ]);
});
