import type { Method } from "@headwater/spec";
import { type ParserDependencies, parsedExtensions, parserFor } from "../parsers/index.ts";
import { type ParseContext, type ParsedDocument, ParseError, type ParseInput } from "../parsers/parser.ts";
import { servedMethods } from "./served-methods.ts";

export type PartitionedDocument = ParsedDocument & {
  /** Set when the document was read another way than asked for. */
  message: string | null;
};

/**
 * Reads a document into elements with a partition method of the contract. `fast` reads what the file itself says; `auto`
 * falls back to it; the others run as `fast` until they exist, and the message says so. Throws ParseError.
 */
export async function partition(
  input: ParseInput,
  method: Method,
  context: ParseContext & ParserDependencies,
): Promise<PartitionedDocument> {
  const load = parserFor(input.extension);
  if (!load) {
    throw new ParseError(
      `Files of type .${input.extension} cannot be read yet. Types that can: ${parsedExtensions.join(", ")}.`,
    );
  }
  const parse = await load(context);
  const document = await parse(input, context);
  return { ...document, message: substitution(method) };
}

function substitution(method: Method): string | null {
  if (servedMethods.includes(method)) return null;
  return `Parsed with method fast: ${method} is not available yet`;
}
