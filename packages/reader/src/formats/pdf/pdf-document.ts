import type { BoundingBox } from "../../element.ts";
import type { OutlineEntry, PageSource } from "../../layout/page/page.ts";

/** A page as it looks: three bytes of colour and an empty one for each pixel, row by row. */
export type PagePixels = {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 4;
  pixelsPerPoint: number;
};

export type XmlForm = {
  /** Whether viewers must draw it from its XML, because its pages only say that such a viewer is needed. */
  isDynamic: boolean;
  /** The XML (XDP). */
  xml(): Uint8Array;
};

export type PdfDocument = PageSource & {
  outline(): OutlineEntry[];
  /** The form that the document is, when XML describes it (XFA). Else null. */
  xmlForm(): XmlForm | null;
  /** Names of the files inside of it: the contents of a portfolio, attachments, and pins on the pages read so far. */
  attachedFiles(): string[];
  /** The XML of the e-invoice that is attached to it (Factur-X, ZUGFeRD, XRechnung). Else null. */
  eInvoice(): Uint8Array | null;
  /**
   * Draws a page (1-based), or the part of it in a box, which is rounded to whole pixels. Of a page that would have too
   * many pixels, `pixelsPerPoint` says how many it has instead.
   */
  renderPage(pageNumber: number, pixelsPerPoint: number, box?: BoundingBox): Promise<PagePixels>;
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
