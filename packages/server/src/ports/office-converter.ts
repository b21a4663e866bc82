/** Port: office documents as PDF, for pictures of their pages. */
export type OfficeConverter = {
  /**
   * The document as it would be printed; of a spreadsheet, each sheet on one page. Its bytes say what it is. Throws
   * ConversionError when it can't be converted, and the signal's reason on abort.
   */
  convert(document: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
};

export const officeExtensions = ["doc", "docx", "odt", "ppt", "pptx", "xls", "xlsx"] as const;

/** Lowercase, without the dot. */
export type OfficeExtension = (typeof officeExtensions)[number];

/** What a document is by its bytes: also what is found under the extensions of others. */
export type OfficeKind = OfficeExtension | "rtf" | "odp" | "ods" | "odg";

export type OfficeDocument = { bytes: Uint8Array; kind: OfficeKind };

/** The document itself is probably at fault: a second try would end as the first did. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}
