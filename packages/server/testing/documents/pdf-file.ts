import { deflateSync } from "node:zlib";

export type PdfFontName = "Times-Roman" | "Helvetica-Bold";

const fontKeys: Record<PdfFontName, string> = { "Times-Roman": "F1", "Helvetica-Bold": "F2" };

/** US Letter, in points. */
export const pageSize = { width: 612, height: 792 };

/**
 * The content stream of one page. It is drawn from top to bottom in the order of the calls; `y` points upwards as in
 * PDF.
 */
export function createPage(size = pageSize) {
  const operators: string[] = [];
  return {
    size,
    text(x: number, y: number, size: number, font: PdfFontName, text: string) {
      operators.push(`BT /${fontKeys[font]} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${kerned(text)} TJ ET`);
    },
    line(fromX: number, fromY: number, toX: number, toY: number) {
      operators.push(`0.5 w ${fromX} ${fromY} m ${toX} ${toY} l S`);
    },
    content: () => operators.join("\n"),
  };
}

export type PdfPageContent = ReturnType<typeof createPage>;

/** Separate words with small corrections between them, as typesetting programs write justified lines. */
function kerned(text: string): string {
  const parts = text.split(/(?<= )/).map((word) => `(${word.replace(/[\\()]/g, "\\$&")})`);
  return `[${parts.join("-12")}]`;
}

/** A complete PDF 1.4 file: the two standard fonts, one compressed content stream a page, a cross-reference table. */
export function pdfFile(pages: PdfPageContent[]): Buffer {
  const firstPage = 5;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(" ");
  const font = (name: PdfFontName) =>
    `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
  const objects: (string | Buffer)[] = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    font("Times-Roman"),
    font("Helvetica-Bold"),
  ];
  for (const [index, page] of pages.entries()) {
    const stream = deflateSync(Buffer.from(page.content(), "latin1"));
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.size.width} ${page.size.height}]` +
        `/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents ${firstPage + index * 2 + 1} 0 R>>`,
      Buffer.concat([
        Buffer.from(`<</Length ${stream.length}/Filter/FlateDecode>>\nstream\n`),
        stream,
        Buffer.from("\nendstream"),
      ]),
    );
  }
  return assemble(objects);
}

function assemble(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}
