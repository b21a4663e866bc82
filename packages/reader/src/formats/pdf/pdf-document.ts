import type { OutlineEntry, PageSource } from "../../layout/page.ts";

export type PdfDocument = PageSource & {
  outline(): OutlineEntry[];
  close(): void;
};

/** Port: opens a PDF. Throws PdfOpenError. */
export type OpenPdf = (bytes: Uint8Array) => Promise<PdfDocument>;

/** The reason why a PDF can't be opened. */
export class PdfOpenError extends Error {
  override readonly name = "PdfOpenError";
  readonly reason: "password" | "damaged";

  constructor(reason: "password" | "damaged", options?: ErrorOptions) {
    super(reason === "password" ? "the PDF needs a password" : "the PDF can't be read", options);
    this.reason = reason;
  }
}
