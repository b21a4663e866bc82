import { strToU8, zipSync } from "fflate";

const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escapeMarkup(text)}</w:t></w:r>`;

export const docxParagraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ""}${run(text)}</w:p>`;

export const docxTable = (rows: string[][]): string =>
  `<w:tbl>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${docxParagraph(cell)}</w:tc>`).join("")}</w:tr>`)
    .join("")}</w:tbl>`;

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = "http://schemas.openxmlformats.org";

/** The smallest WordprocessingML package (ECMA-376) that word processors open, around the given body blocks. */
export function docxFile(blocks: string[]): Uint8Array {
  const types = `${header}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  const relations = `${header}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
  const document = `${header}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${blocks.join("")}</w:body></w:document>`;
  return zipSync({
    "[Content_Types].xml": strToU8(types),
    "_rels/.rels": strToU8(relations),
    "word/document.xml": strToU8(document),
  });
}
