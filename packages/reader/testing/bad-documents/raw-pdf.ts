/** A PDF of objects as they are written, numbered from 1. The first one is the catalog. */
export function rawPdf(objects: readonly string[], trailer = ""): Uint8Array {
  let file = "%PDF-1.7\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join("")}`;
  // `START` in the trailer stands for the place of this very table.
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer.replaceAll("START", String(start))} >>\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, "latin1");
}

export const pdfStream = (content: string, dictionary = ""): string =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;

export const pdfFont = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
