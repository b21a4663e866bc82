import { createPage, type PdfPageContent, pageSize, pdfFile } from "./pdf-file.ts";
import { heading, paragraph, tableRows } from "./prose.ts";
import { between, type Random, seededRandom } from "./seeded-random.ts";

export type SamplePdfOptions = {
  pages: number;
  /** The same seed gives the same bytes. */
  seed: number;
  /** A word for the first paragraph, to find the document by. */
  keyword?: string;
  /** Numbers of the pages that have nothing on them. */
  emptyPages?: readonly number[];
};

const left = 72;
const right = pageSize.width - 72;
const lineHeight = 12;
const lineCharacters = 96;

/**
 * A report with about 3,000 characters per page: a running header, a page number, headings in a second, bolder font,
 * justified paragraphs, and a ruled table on every third page.
 */
export function samplePdf({ pages, seed, keyword, emptyPages = [] }: SamplePdfOptions): Buffer {
  const random = seededRandom(seed);
  const title = heading(random);
  return pdfFile(
    Array.from({ length: pages }, (_, index) =>
      emptyPages.includes(index + 1)
        ? createPage()
        : reportPage(random, title, index + 1, index === 0 ? keyword : undefined),
    ),
  );
}

function reportPage(
  random: Random,
  title: string,
  pageNumber: number,
  keyword: string | undefined,
): PdfPageContent {
  const page = createPage();
  page.text(left, 756, 8, "Times-Roman", title);
  page.text(300, 30, 8, "Times-Roman", String(pageNumber));
  const withTable = pageNumber % 3 === 0;
  let y = 722;
  page.text(left, y, 15, "Helvetica-Bold", `${pageNumber}. ${heading(random)}`);
  y -= 24;
  y = drawParagraph(page, y, (keyword ? `The ${keyword} survey. ` : "") + paragraph(random, 10));
  y = drawParagraph(page, y, paragraph(random, 10));
  page.text(left, y, 11.5, "Helvetica-Bold", heading(random));
  y = drawParagraph(page, y - 18, paragraph(random, withTable ? 6 : 10));
  if (withTable) drawTable(page, y, tableRows(random, 4, between(random, 6, 9)));
  else drawParagraph(page, y, paragraph(random, 8));
  return page;
}

/** Returns the position at which the next block starts. */
function drawParagraph(page: PdfPageContent, top: number, text: string): number {
  let y = top;
  for (const line of wrap(text, lineCharacters)) {
    page.text(left, y, 10, "Times-Roman", line);
    y -= lineHeight;
  }
  return y - 10;
}

function drawTable(page: PdfPageContent, top: number, rows: string[][]): void {
  const columns = rows[0]?.length ?? 1;
  const rowHeight = 16;
  const width = (right - left) / columns;
  const bottom = top - rows.length * rowHeight;
  for (const [index, row] of rows.entries()) {
    const y = top - (index + 1) * rowHeight + 5;
    for (const [column, cell] of row.entries()) {
      page.text(left + column * width + 4, y, 9, index === 0 ? "Helvetica-Bold" : "Times-Roman", cell);
    }
  }
  for (let row = 0; row <= rows.length; row += 1)
    page.line(left, top - row * rowHeight, right, top - row * rowHeight);
  for (let column = 0; column <= columns; column += 1) {
    page.line(left + column * width, top, left + column * width, bottom);
  }
}

function wrap(text: string, characters: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > characters) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
