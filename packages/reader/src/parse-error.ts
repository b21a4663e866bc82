/** Says why a document can't be read, in words for the person who brought it: what is wrong and what to do. */
export class ParseError extends Error {
  override readonly name = "ParseError";
}
