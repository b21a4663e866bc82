import { makeDocx } from "./fixtures/docx.ts";
import { makeOdt, odtParagraph } from "./fixtures/odt.ts";
import { makePptx, pptxShape } from "./fixtures/pptx.ts";
import { makeXlsx } from "./fixtures/xlsx.ts";

/** A document of about this many bytes that costs a parser more than its size suggests. */
export type HostileDocument = {
  name: string;
  extension: string;
  make: (bytes: number) => Uint8Array;
  webPage?: { url: string };
};

const encoder = new TextEncoder();

const repeated = (
  extension: string,
  name: string,
  unit: string,
  [before, after] = ["", ""],
): HostileDocument => ({
  extension,
  name: `${extension}: ${name}`,
  make: (bytes) => encoder.encode(before + unit.repeat(Math.ceil(bytes / unit.length)) + after),
});

/** A line of headings as long as half of the document, above rows with one value. */
const wideHeadings = (extension: string, separator: string): HostileDocument => ({
  extension,
  name: `${extension}: thousands of headings over short rows`,
  make: (bytes) =>
    encoder.encode(`${`a${separator}`.repeat(bytes / 4)}b\n${`1${separator}2\n`.repeat(bytes / 8)}`),
});

const longHeading: HostileDocument = {
  extension: "csv",
  name: "csv: a heading as long as half of the document",
  make: (bytes) => encoder.encode(`${"x".repeat(bytes / 2)},b\n${"1,2\n".repeat(bytes / 8)}`),
};

const nestedXml = (name: string, unit: string): HostileDocument => ({
  extension: "docx",
  name: `docx: ${name}`,
  make: (bytes) => {
    const depth = Math.ceil(bytes / unit.length);
    return makeDocx({ body: `<w:p><w:r><w:t>text</w:t></w:r></w:p>${unit.repeat(depth)}` });
  },
});

const inParts = (
  extension: string,
  name: string,
  unit: string,
  make: (repeated: string, count: number) => Uint8Array,
): HostileDocument => ({
  extension,
  name: `${extension}: ${name}`,
  make: (bytes) => {
    const count = Math.ceil(bytes / unit.length);
    return make(unit.repeat(count), count);
  },
});

const sheet = (data: string, after = "") => makeXlsx({ sheets: [{ data, after }] });
const slide = (shapes: string) => makePptx({ slides: [{ shapes: pptxShape("text") + shapes }] });
const cell = (row: number, column: string) => `<row r="${row}"><c r="${column}${row}"><v>1</v></c></row>`;

const officeDocuments: readonly HostileDocument[] = [
  inParts("xlsx", "nested rows", "<row>", (rows) => sheet(cell(1, "A") + rows)),
  inParts("xlsx", "merged areas", '<mergeCell ref="A1:XFD9"/>', (merges) =>
    sheet(cell(1, "A") + cell(2, "XFD"), `<mergeCells>${merges}</mergeCells>`),
  ),
  inParts("xlsx", "cells that never touch", cell(1000, "A"), (_, count) =>
    sheet(
      Array.from({ length: count }, (__, index) => cell(2 * index + 1, index % 2 === 0 ? "A" : "C")).join(""),
    ),
  ),
  inParts("xlsx", "hidden columns", '<col min="1" max="16384" hidden="1"/>', (columns) =>
    makeXlsx({ sheets: [{ data: cell(1, "A"), before: `<cols>${columns}</cols>` }, { data: cell(1, "A") }] }),
  ),
  inParts("pptx", "nested groups", "<p:grpSp>", slide),
  inParts("pptx", "shapes without a place", "<p:sp><p:txBody/></p:sp>", slide),
  inParts("odt", "nested lists", "<text:list><text:list-item>", (lists) =>
    makeOdt({ body: odtParagraph("text") + lists }),
  ),
  inParts(
    "odt",
    "notes",
    "<text:note><text:note-body><text:p>n</text:p></text:note-body></text:note>",
    (notes) => makeOdt({ body: odtParagraph(`text${notes}`) }),
  ),
  inParts("doc", "nested groups of RTF", "{\\b ", (groups) => encoder.encode(`{\\rtf1 text${groups}`)),
  inParts("doc", "fonts of RTF", "{\\f1\\fcharset204 x;}", (fonts) =>
    encoder.encode(`{\\rtf1{\\fonttbl${fonts}}text\\par}`),
  ),
  inParts("doc", "headers of RTF", "{\\header a\\par}", (headers) =>
    encoder.encode(`{\\rtf1 ${headers}text\\par}`),
  ),
];

const webPage = (name: string, unit: string, around?: [string, string]): HostileDocument => ({
  ...repeated("html", name, unit, around),
  name: `web page: ${name}`,
  webPage: { url: "https://example.org/a" },
});

const story = `<p>${"This is a sentence. ".repeat(20)}</p>`;

/** Documents whose cost was once (nearly) quadratic in their size. Each parser must stay linear on all of them. */
export const hostileDocuments: readonly HostileDocument[] = [
  ...["md", "html", "txt"].flatMap((extension) => [
    repeated(extension, "opening brackets", "["),
    repeated(extension, "opened pictures", "!["),
    repeated(extension, "escaped brackets", "\\["),
    repeated(extension, "a line without a space", "x7"),
  ]),
  repeated("md", "mixed emphasis", "*_"),
  repeated("md", "backticks and letters", "a`"),
  repeated("md", "spaces before a word", " ", ["", "word"]),
  repeated("md", "tabs before a word", "\t", ["", "word"]),
  repeated("md", "opened fractions", "<math><mfrac>"),
  repeated("html", "a formula of letters", "a", ["<math><mi>", "</mi></math>text"]),
  repeated("html", "opened tables", "<table>x"),
  repeated("html", "code within code", "<kbd>a(\n"),
  repeated("html", "calls that never close, as code", "a(", ["<pre>", "</pre>"]),
  webPage("parts within parts", '<div class="share"><div>a. ', [story, ""]),
  webPage("headings within headings", '<div role="heading" aria-level="1">a', [story, ""]),
  webPage("authors within authors", '<div class="author">a', [story, ""]),
  webPage("cards within cards", "<div><h2><a href=x>a</a></h2><i></i>", [
    `<meta property="og:type" content="article">${story}`,
    "",
  ]),
  webPage("a name of many words", "share ", [`${story}<div class="`, '">text</div>']),
  webPage("empty tags in a short line", "<b></b>", [`${story}<div><div><div>Related`, ""]),
  webPage("structured data in brackets", "[", [`${story}<script type="application/ld+json">`, "</script>"]),
  webPage("many articles by name", '{"@type":"Article","author":{"@id":"#a"}},', [
    `${story}<script type="application/ld+json">[`,
    "0]</script>",
  ]),
  webPage("scripts of structured data", '<script type="application/ld+json">[{}]</script>', [story, ""]),
  webPage("links to make absolute", "<a href=../../../../x?y#z>a</a>", [
    "<base href=//example.net/a/b/>",
    "",
  ]),
  webPage("ends of sentences", "!)", [story, ""]),
  webPage("comments that open", "<!--", [`${story}<script type="application/ld+json">`, "</script>"]),
  repeated("txt", "form feeds", "\f", ["", "word"]),
  repeated("txt", "calls that never close", "a("),
  repeated("txt", "a tag that never closes", "a_", ["<x", ""]),
  repeated("txt", "underlines", "a\n===\n"),
  repeated("txt", "rules", "~~~\n"),
  repeated("csv", "tabs in a value", "\t", ["a,b\nc,", "d\n"]),
  repeated("csv", "tabs and spaces", " \t", ["a,b\nc,", "d\n"]),
  repeated("csv", "blank lines between rows", "a,1\n\n"),
  repeated("csv", "quotes that a backslash escapes", '"\\"",'),
  repeated("html", "CDATA sections that never close", "<![CDATA[", ["<?xml version='1.0'?><p>text", ""]),
  repeated("html", "links beside a heading", '<a href="#a">#</a>', ["<h1>text", ""]),
  longHeading,
  wideHeadings("csv", ","),
  wideHeadings("tsv", "\t"),
  nestedXml("nested elements without a namespace", "<a>"),
  nestedXml("nested tables", "<w:tbl><w:tr><w:tc>"),
  ...officeDocuments,
];
