/** How much of a document is read. A document with more is refused, and the error says by which limit. */
export type ReadingLimits = {
  /** Pages of a PDF, and pictures of a TIFF. */
  pages: number;
  /** Pixels of one picture. */
  pixels: number;
  /** Filled cells of a workbook. */
  cells: number;
  /** Bytes that the parts of a package (DOCX, ODT, PPTX, XLSX) have once they are unpacked. */
  unpackedBytes: number;
};

export const defaultLimits: ReadingLimits = {
  pages: 5_000,
  pixels: 50_000_000,
  cells: 2_000_000,
  unpackedBytes: 500_000_000,
};
