import { deflateSync } from "node:zlib";
import { fontNames, type Page, pageSize } from "./pdf-page.ts";

const stream = (page: Page): Buffer => {
  const content = deflateSync(Buffer.from(page.content(), "latin1"), { level: 9 });
  return Buffer.concat([
    Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>>\nstream\n`),
    content,
    Buffer.from("\nendstream"),
  ]);
};

/** Writes a complete PDF 1.4 file with standard fonts (ISO 32000-1, 7.5). The same pages always give the same bytes. */
export function pdfFile(pages: readonly Page[], title: string): Buffer {
  const firstFont = 4;
  const firstPage = firstFont + fontNames.length;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(" ");
  const resources = fontNames.map((_, index) => `/F${index + 1} ${firstFont + index} 0 R`).join("");
  const objects: (string | Buffer)[] = [
    "<</Type/Catalog/Pages 2 0 R/Lang(en)>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    `<</Title(${title})>>`,
    ...fontNames.map((name) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`),
    ...pages.flatMap((page, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${pageSize.width} ${pageSize.height}]` +
        `/Resources<</Font<<${resources}>>>>/Contents ${firstPage + 2 * index + 1} 0 R>>`,
      stream(page),
    ]),
  ];
  return assembled(objects);
}

function assembled(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  parts.push(Buffer.from(`trailer\n<</Size ${size}/Root 1 0 R/Info 3 0 R>>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}
