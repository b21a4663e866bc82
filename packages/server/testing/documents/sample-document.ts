import { heading, paragraph, tableRows } from "./prose.ts";
import { docxFile, docxParagraph, docxTable } from "./sample-docx.ts";
import { samplePdf } from "./sample-pdf.ts";
import { seededRandom } from "./seeded-random.ts";

/** Extensions of the documents that can be made here. */
export const sampleExtensions = ["pdf", "docx", "txt", "text", "md", "html", "htm", "csv", "tsv"] as const;

export type SampleExtension = (typeof sampleExtensions)[number];

export type SampleOptions = {
  seed: number;
  /** A word of the first paragraph or row, to find the document by. */
  keyword: string;
  /** Pages of a PDF, sections of a text, tens of rows of a table. */
  size: number;
};

type Section = { title: string; paragraphs: string[]; table: string[][] };

/**
 * A valid document of the format with headings, paragraphs and tables (or rows). The same options give the same bytes.
 */
export function sampleDocument(
  extension: SampleExtension,
  { seed, keyword, size }: SampleOptions,
): Uint8Array {
  if (extension === "pdf") return samplePdf({ pages: size, seed, keyword });
  const random = seededRandom(seed);
  if (extension === "csv" || extension === "tsv") {
    const [header = [], ...rows] = tableRows(random, 5, size * 10);
    const separator = extension === "csv" ? "," : "\t";
    const lines = [header, [keyword, ...header.slice(1).map(() => "0")], ...rows].map((row) =>
      row.join(separator),
    );
    return Buffer.from(`${lines.join("\n")}\n`);
  }
  const sections: Section[] = Array.from({ length: size }, (_, index) => ({
    title: heading(random),
    paragraphs: [
      `${index === 0 ? `The ${keyword} survey. ` : ""}${paragraph(random, 5)}`,
      paragraph(random, 6),
    ],
    table: tableRows(random, 3, 4),
  }));
  if (extension === "docx") return docxFile(sections.flatMap(docxSection));
  if (extension === "md") return Buffer.from(sections.map(markdownSection).join("\n"));
  if (extension === "html" || extension === "htm") return Buffer.from(htmlDocument(sections));
  return Buffer.from(
    sections.map(({ title, paragraphs }) => [title, ...paragraphs].join("\n\n")).join("\n\n"),
  );
}

const docxSection = ({ title, paragraphs, table }: Section): string[] => [
  docxParagraph(title, "Heading1"),
  ...paragraphs.map((text) => docxParagraph(text)),
  docxTable(table),
];

const markdownRow = (cells: string[]): string => `| ${cells.join(" | ")} |`;

function markdownSection({ title, paragraphs, table }: Section): string {
  const [header = [], ...rows] = table;
  const lines = [header, header.map(() => "---"), ...rows].map(markdownRow);
  return `## ${title}\n\n${paragraphs.join("\n\n")}\n\n${lines.join("\n")}\n`;
}

function htmlDocument(sections: Section[]): string {
  const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  const body = sections.map(
    ({ title, paragraphs, table }) =>
      `<h2>${title}</h2>\n${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}\n<table>${table.map(row).join("")}</table>`,
  );
  return `<!doctype html>\n<html lang="en"><head><title>Sample</title></head><body>\n${body.join("\n")}\n</body></html>\n`;
}
