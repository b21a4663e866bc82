import { ParseError } from "@headwater/reader";
import type { AcquiredDocument } from "../sources/acquire/acquire.ts";
import { beginning, type DocumentPlace, type PreparedPart } from "./document-reader.ts";

/** Reads one document, its numbers going on after those that came before it. */
export type ReadOne = (document: AcquiredDocument, after: DocumentPlace) => AsyncIterable<PreparedPart>;

/**
 * Reads the documents of a source as if they were one: elements, chunks and pages are numbered on from document to
 * document, and the totals are those of all. At least one document must come. One of many that can't be read is a
 * failed page; when none of them can be read, the first reason is thrown.
 */
export async function* readInTurn(
  documents: AsyncIterable<AcquiredDocument>,
  read: ReadOne,
): AsyncGenerator<PreparedPart> {
  const after = { ...beginning };
  const failedPages: number[] = [];
  const messages = new Set<string>();
  const unread: ParseError[] = [];
  let [begun, ended] = [0, 0];
  for await (const document of documents) {
    begun += 1;
    try {
      for await (const part of read(document, { ...after })) {
        if (part.kind === "totals") {
          ended += 1;
          after.pages += part.totalPages;
          for (const page of part.failedPages) failedPages.push(page);
          if (part.message !== null) messages.add(part.message);
        } else {
          if (part.kind === "elements") after.elements += part.elements.length;
          else after.chunks += part.chunks.length;
          yield part;
        }
      }
    } catch (error) {
      if (!document.oneOfMany || !(error instanceof ParseError)) throw error;
      unread.push(error);
      ended += 1;
      after.pages += 1;
      failedPages.push(after.pages);
    }
  }
  if (unread[0] && unread.length === begun) throw unread[0];
  if (begun === 0 || ended < begun) throw new Error(`Of ${begun} documents ${ended} were read to their end`);
  yield {
    kind: "totals",
    totalPages: after.pages,
    failedPages,
    message: messages.size === 0 ? null : [...messages].join(" "),
  };
}
