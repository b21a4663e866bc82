/** Which pages of a document are read, by their 1-based numbers. Numbers that it does not have are ignored. */
export type PageChoice = {
  /** Only these, in the order of the document. Default: all. */
  pages?: readonly number[] | undefined;
  /** Not these; they count as failed. */
  givenUpPages?: readonly number[] | undefined;
};
