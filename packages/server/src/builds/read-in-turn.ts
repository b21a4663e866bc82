import { ParseError } from "@headwater/reader";
import type { Method } from "@headwater/spec";
import type { AcquiredDocument } from "../sources/acquire/acquire.ts";
import { beginning, type DocumentPlace, type PreparedPart } from "./document-reader.ts";
import { ReaderStoppedError } from "./errors.ts";
import { joinSentences } from "./join-sentences.ts";

/** Reads one document, its numbers going on after those that came before it. */
export type ReadOne = (document: AcquiredDocument, after: DocumentPlace) => AsyncIterable<PreparedPart>;

/** A site that breaks the same way on each page is reported once, not for each page. */
const maxFailuresTold = 5;

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
  const messages: (string | null)[] = [];
  const failures: (string | null)[] = [];
  const methods = new Set<Method>();
  const unread: Error[] = [];
  let [begun, ended] = [0, 0];
  for await (const document of documents) {
    begun += 1;
    try {
      for await (const part of read(document, { ...after })) {
        if (part.kind === "totals") {
          ended += 1;
          after.pages += part.totalPages;
          methods.add(part.method);
          for (const page of part.failedPages) failedPages.push(page);
          messages.push(part.message);
          failures.push(part.failure ?? null);
        } else {
          if (part.kind === "elements") after.elements += part.elements.length;
          else after.chunks += part.chunks.length;
          yield part;
        }
      }
    } catch (error) {
      const isVerdict = error instanceof ParseError || error instanceof ReaderStoppedError;
      if (!document.oneOfMany || !isVerdict) throw error;
      unread.push(error);
      ended += 1;
      after.pages += 1;
      failedPages.push(after.pages);
      failures.push(`Page ${after.pages} could not be read: ${error.message}`);
    }
  }
  if (unread[0] && unread.length === begun) throw unread[0];
  if (begun === 0 || ended < begun) throw new Error(`Of ${begun} documents ${ended} were read to their end`);
  const [method, ...others] = methods;
  yield {
    kind: "totals",
    totalPages: after.pages,
    failedPages,
    // Documents that were read in several ways: each by what serves it.
    method: method !== undefined && others.length === 0 ? method : "auto",
    message: joinSentences(messages),
    failure: joinSentences(failures.slice(0, maxFailuresTold)),
  };
}
