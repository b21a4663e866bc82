import type { DocumentReader, PreparedPart, ReadLimits, ReadRequest } from "./document-reader.ts";
import { buildErrors, ReaderStoppedError } from "./errors.ts";
import { joinSentences } from "./join-sentences.ts";

/** Pages of one document that are given up. With more of them the document is to blame, and it fails. */
const maxPagesGivenUp = 5;

/**
 * Reads a document although single pages stop the reader: such a page takes longer than its limit, or the thread dies on
 * it. Nothing can interrupt a page but the end of its thread. So the reading begins again with that page left out, as long
 * as `bytesAgain` gives the bytes once more. The pages left out are failed pages, and the message names them.
 */
export async function* readPastPages(
  read: DocumentReader,
  request: ReadRequest,
  { bytesAgain, ...limits }: ReadLimits & { bytesAgain?: (() => Promise<Uint8Array>) | undefined },
): AsyncGenerator<PreparedPart> {
  const givenUp: number[] = [];
  let { bytes } = request;
  let spentMs = 0;
  for (;;) {
    let begun = false;
    try {
      for await (const part of read({ ...request, bytes, givenUpPages: givenUp }, { ...limits, spentMs })) {
        begun = true;
        yield part.kind === "totals" ? withNote(part, givenUp, limits.silenceMs) : part;
      }
      return;
    } catch (error) {
      const stopped = error instanceof ReaderStoppedError && !begun ? error : null;
      if (stopped?.page == null || !bytesAgain || givenUp.length === maxPagesGivenUp) throw error;
      if (givenUp.includes(stopped.page)) throw error;
      givenUp.push(stopped.page);
      spentMs += stopped.workedMs;
      bytes = await bytesAgain();
    }
  }
}

function withNote(
  totals: Extract<PreparedPart, { kind: "totals" }>,
  givenUp: readonly number[],
  silenceMs: number,
): PreparedPart {
  if (givenUp.length === 0) return totals;
  const note = buildErrors.pageGivenUp(
    givenUp.toSorted((a, b) => a - b),
    silenceMs / 1000,
  );
  return { ...totals, failure: joinSentences([totals.failure ?? null, note]) };
}
