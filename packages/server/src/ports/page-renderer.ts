/** `pageCount` is the number of pages that the document has pictures of. */
export type PageImage = { png: Uint8Array; width: number; height: number; pageCount: number };

/** Port: pictures of the pages of a document. */
export type PageRenderer = {
  /** One page (1-based) as PNG, at most `maxWidth` pixels wide. Null when the page does not exist. Throws when rendering fails. */
  render(document: Uint8Array, pageNumber: number, maxWidth: number): Promise<PageImage | null>;
};
