import { readFileSync } from "node:fs";
import { join } from "node:path";
import { samplePdf } from "../../packages/server/testing/documents/sample-pdf.ts";

export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

const pdf = (name: string, buffer: Buffer): ChosenFile => ({ name, mimeType: "application/pdf", buffer });

/** Three pages of text with a table. They can be found by the word "Kestrel". */
export const report = pdf("kestrel-survey.pdf", samplePdf({ pages: 3, seed: 7, keyword: "Kestrel" }));

/** The document that comes with the workbench. */
export const sampleName = "orchard-of-hollin-weir.pdf";

export const sample = pdf(
  sampleName,
  readFileSync(join(import.meta.dirname, "../../apps/demo/public", sampleName)),
);

export const brokenPdf = pdf("broken.pdf", report.buffer.subarray(0, 400));

export const emptyPdf = pdf("empty.pdf", Buffer.alloc(0));

/** A PDF that claims an unknown kind of encryption. */
export const lockedPdf = pdf(
  "locked.pdf",
  Buffer.from(
    report.buffer
      .toString("latin1")
      .replace(
        /trailer\n<<\/Size (\d+)\/Root 1 0 R>>/,
        `trailer\n<</Size $1/Root 1 0 R/ID[<${"0".repeat(32)}><${"0".repeat(32)}>]` +
          `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${"ab".repeat(32)}>/U<${"cd".repeat(32)}>>>>>`,
      ),
    "latin1",
  ),
);

export const unknownKind: ChosenFile = {
  name: "drawing.dwg",
  mimeType: "application/octet-stream",
  buffer: Buffer.from("AC1032"),
};

/** The same report with a given size: an unused object is appended. */
export function heavyReport(bytes: number): ChosenFile {
  const original = report.buffer.toString("latin1");
  const [, size, start] = /\/Size (\d+)[\s\S]*startxref\n(\d+)/.exec(original) ?? [];
  const at = report.buffer.length;
  const ballast = Buffer.concat([
    Buffer.from(`${size} 0 obj\n<</Length ${bytes}>>\nstream\n`),
    Buffer.alloc(bytes, "0123456789abcdef"),
    Buffer.from("\nendstream\nendobj\n"),
  ]);
  const next = Number(size) + 1;
  const ending =
    `xref\n${size} 1\n${String(at).padStart(10, "0")} 00000 n \n` +
    `trailer\n<</Size ${next}/Root 1 0 R/Prev ${start}>>\nstartxref\n${at + ballast.length}\n%%EOF\n`;
  return pdf("heavy.pdf", Buffer.concat([report.buffer, ballast, Buffer.from(ending)]));
}
