import type { ParsedElement } from "../element.ts";
import type { DecodedText } from "./charset.ts";

/**
 * The elements of a document, the first one with the encoding that the text was kept in, when it was not UTF-8, and
 * whether that is certain.
 */
export function withCharset(
  elements: readonly ParsedElement[],
  { charset, certain }: Omit<DecodedText, "text">,
): ParsedElement[] {
  const [first, ...rest] = elements;
  if (!first || charset === "utf-8") return [...elements];
  const metadata = { ...first.metadata, charset, ...(!certain && { charset_certain: false }) };
  return [{ ...first, metadata }, ...rest];
}
