import { readableExtensions } from "../../src/formats.ts";
import { docxParagraph, makeDocx } from "../fixtures/docx.ts";
import { makePdf } from "../fixtures/pdf.ts";
import { type BadDocument, utf8 } from "./bad-document.ts";

const text = "A sentence that can be read.";
const bad = (
  extension: string,
  name: string,
  make: BadDocument["make"],
  expected: BadDocument["expected"],
): BadDocument => ({
  name: `${extension}: ${name}`,
  extension,
  make,
  expected,
});
const large = (...document: Parameters<typeof bad>): BadDocument => ({ ...bad(...document), isLarge: true });

const entities = `<!DOCTYPE x [<!ENTITY a "lol">${Array.from("bcdefghij", (name, level) => `<!ENTITY ${name} "${`&${"abcdefghi"[level]};`.repeat(10)}">`).join("")}]>`;
const workbook2003 = (cell: string) =>
  `<?xml version="1.0"?>${entities}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="One"><Table><Row><Cell><Data ss:Type="String">${cell}</Data></Cell></Row></Table></Worksheet></Workbook>`;
const svg = (inner: string) => `<p>${text}</p><svg>${inner}</svg>`;
/** The first bytes of a Windows program, and what looks like its code. */
const program = Buffer.from("MZ\u0090\0\u0003\0\0\0", "latin1");
const programFile = Buffer.concat([
  program,
  Uint8Array.from({ length: 4_000 }, (_, at) => (at * at * 31) >> 3),
]);
const brackets = (count: number) => `${text}\n\n${"[(![".repeat(count)}`;
const readsText = { reads: /^(?![\s\S]*lollollol)[\s\S]*A sentence that can be read/ };

export const badTexts: readonly BadDocument[] = [
  ...readableExtensions.map((extension) =>
    bad(extension, "no bytes", () => new Uint8Array(0), { says: /empty/ }),
  ),
  ...["txt", "md", "html", "csv"].map((extension) =>
    bad(extension, "a program under its name", () => programFile, { says: /binary data/ }),
  ),
  bad("docx", "a PDF under its name", () => makePdf([{ items: [{ text, x: 72, y: 72 }] }]), readsText),
  bad("pdf", "a Word document under its name", () => makeDocx({ body: docxParagraph(text) }), readsText),
  bad("pdf", "a web page under its name", () => utf8(`<html><p>${text}</p></html>`), {
    says: /is not a PDF/,
  }),
  bad(
    "xls",
    "entities that grow, in the XML of Excel 2003",
    () => utf8(workbook2003(`${text} &j;`)),
    readsText,
  ),
  bad(
    "xls",
    "elements in elements, in the XML of Excel 2003",
    () => utf8(workbook2003(`${"<b>".repeat(100_000)}${text}`)),
    {
      reads: /A sentence that can be read|^$/,
    },
  ),
  bad("html", "entities that grow, in SVG", () => utf8(`${entities}${svg("<text>&j;</text>")}`), readsText),
  bad("html", "drawings in drawings, 100,000 deep", () => utf8(svg("<g>".repeat(100_000))), readsText),
  bad(
    "html",
    "200,000 brackets that never close",
    () => utf8(`<p>${text}</p>${"[(<".repeat(200_000)}`),
    readsText,
  ),
  bad("md", "30,000 brackets that never close", () => utf8(brackets(30_000)), readsText),
  large("md", "100,000 brackets that never close", () => utf8(brackets(100_000)), readsText),
  bad("md", "quotes in quotes, 100,000 deep", () => utf8(`${text}\n\n${">".repeat(100_000)} end`), readsText),
  bad(
    "md",
    "lists in lists, 2,000 deep",
    () =>
      utf8(
        `${text}\n\n${Array.from({ length: 2_000 }, (_, depth) => `${" ".repeat(2 * depth)}- item`).join("\n")}`,
      ),
    readsText,
  ),
  large(
    "txt",
    "one line of four million characters",
    () => utf8(`${text} ${"word ".repeat(800_000)}`),
    readsText,
  ),
  large("txt", "four million line breaks", () => utf8(`${text}${"\n".repeat(4_000_000)}`), readsText),
  bad("txt", "characters that turn the direction", () => utf8(`${text}\u202e\u2066gpj.exe\u2069`), readsText),
  bad("csv", "50,000 rows", () => utf8(`${text}\n${"1,2,3\n".repeat(50_000)}`), readsText),
  large("csv", "120,000 rows", () => utf8(`${text}\n${"1,2,3\n".repeat(120_000)}`), readsText),
  bad(
    "csv",
    "a row of 100,000 columns",
    () => utf8(`${"a,".repeat(100_000)}b\n${text}${",".repeat(100_000)}\n`),
    readsText,
  ),
  bad("csv", "a quote that never closes", () => utf8(`"${text}\n${"1,2,3\n".repeat(50_000)}`), readsText),
];
