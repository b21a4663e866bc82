/** A picture of a page as PNG, with its width and height in pixels, and the number of pages of its document. */
export type PageImage = { png: Uint8Array; width: number; height: number; pageCount: number };

/** Renders pages of documents as pictures. */
export type PageRenderer = {
  /**
   * Renders one page (1-based) as PNG, at most `maxWidth` pixels wide. Null when the page does not exist. Throws when
   * rendering fails.
   */
  render(document: Uint8Array, pageNumber: number, maxWidth: number): Promise<PageImage | null>;
};
