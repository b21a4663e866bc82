import { makePdf } from "../fixtures/pdf.ts";
import type { BadDocument } from "./bad-document.ts";
import { pdfFont, pdfStream, rawPdf } from "./raw-pdf.ts";

const sentence = "A sentence that can be read.";
const shown = `BT /F 12 Tf 72 700 Td (${sentence}) Tj ET`;
const page = (size = "0 0 612 792", more = "/XObject << >>") =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${size}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${more} >> >>`;
const tree = "<< /Type /Pages /Count 1 /Kids [3 0 R] >>";
const catalog = "<< /Type /Catalog /Pages 2 0 R >>";
const content = pdfStream(shown);

const pdf = (name: string, make: BadDocument["make"], expected: BadDocument["expected"]): BadDocument => ({
  name: `pdf: ${name}`,
  extension: "pdf",
  make,
  expected,
});
const readable = { reads: /A sentence that can be read/ };

/** A form that draws itself, and a chain of forms each of which draws the next one ten times. */
const selfDrawing = pdfStream(
  "/X Do",
  "/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 6 0 R >> >>",
);
const multiplying = (levels: number) =>
  Array.from({ length: levels }, (_, level) =>
    pdfStream(
      level === levels - 1 ? shown : "/X Do ".repeat(10),
      `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> /XObject << /X ${7 + level} 0 R >> >>`,
    ),
  );

export const badPdfs: readonly BadDocument[] = [
  pdf("a password", () => makePdf([{ items: [{ text: sentence, x: 72, y: 72 }] }], { locked: true }), {
    says: /password/,
  }),
  pdf("cut in the middle", () => rawPdf([catalog, tree, page(), content, pdfFont]).slice(0, 300), {
    says: /damaged|No page/,
  }),
  pdf(
    "a table of objects that is wrong",
    () =>
      Buffer.from(
        Buffer.from(rawPdf([catalog, tree, page(), content, pdfFont]))
          .toString("latin1")
          .replace(/\n\d{10} 00000 n/g, "\n0000000007 00000 n"),
        "latin1",
      ),
    readable,
  ),
  pdf(
    "a table of objects that comes before itself",
    () => rawPdf([catalog, tree, page(), content, pdfFont], "/Prev START"),
    readable,
  ),
  pdf(
    "a tree of pages that holds itself",
    () =>
      rawPdf([catalog, "<< /Type /Pages /Count 3 /Kids [2 0 R 3 0 R 2 0 R] >>", page(), content, pdfFont]),
    readable,
  ),
  pdf(
    "an outline that goes round in a circle",
    () =>
      rawPdf([
        "<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>",
        tree,
        page(),
        content,
        pdfFont,
        "<< /First 7 0 R /Last 7 0 R /Count 1 >>",
        "<< /Title (Loop) /Parent 6 0 R /First 7 0 R /Next 7 0 R /Dest [3 0 R /Fit] >>",
      ]),
    readable,
  ),
  pdf(
    "a form that draws itself",
    () =>
      rawPdf([
        catalog,
        tree,
        page(undefined, "/XObject << /X 6 0 R >>"),
        pdfStream(`${shown} /X Do`),
        pdfFont,
        selfDrawing,
      ]),
    readable,
  ),
  pdf(
    "forms that draw a billion others",
    () =>
      rawPdf([
        catalog,
        tree,
        page(undefined, "/XObject << /X 6 0 R >>"),
        pdfStream(`${shown} /X Do`),
        pdfFont,
        ...multiplying(9),
      ]),
    readable,
  ),
  pdf(
    "a page of three billion pixels",
    () => rawPdf([catalog, tree, page("0 0 3200000000 3200000000"), content, pdfFont]),
    {
      reads: /A sentence that can be read|^$/,
    },
  ),
  pdf("a page of no size", () => rawPdf([catalog, tree, page("0 0 0 0"), content, pdfFont]), readable),
  pdf(
    "a million saved states",
    () => rawPdf([catalog, tree, page(), pdfStream(`${"q ".repeat(1_000_000)}${shown}`), pdfFont]),
    readable,
  ),
  pdf(
    "a stream that says it is two gigabytes",
    () => rawPdf([catalog, tree, page(), content.replace(/\/Length \d+/, "/Length 2147483647"), pdfFont]),
    {
      reads: /A sentence that can be read|^$/,
    },
  ),
  pdf(
    "more pages than are allowed",
    () =>
      rawPdf([
        catalog,
        `<< /Type /Pages /Count 10001 /Kids [${"3 0 R ".repeat(10_001)}] >>`,
        page(),
        content,
        pdfFont,
      ]),
    {
      says: /10001 pages/,
    },
  ),
];
