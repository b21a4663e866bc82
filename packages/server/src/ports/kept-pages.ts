import type { Content } from "./blob-store.ts";

/**
 * Port: PDFs that were made of stored bytes, for pictures of their pages. They may be thrown away at any time: what is
 * used seldom goes first, when there are more bytes than allowed.
 */
export type KeptPages = {
  find(content: Content): Promise<Uint8Array | null>;
  keep(content: Content, pdf: Uint8Array): Promise<void>;
  /** No error when there is nothing. */
  remove(content: Content): Promise<void>;
  list(): Promise<Content[]>;
};
