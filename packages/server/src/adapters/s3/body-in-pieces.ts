import { FilesUnavailableError } from "./files-outage.ts";

/** How long the server may be silent in the middle of an answer, in ms. Time that the reader takes does not count. */
const silenceMs = 30_000;

/**
 * Gives out the body of an answer and closes it with the reader. Throws FilesUnavailableError when it breaks off, or when
 * nothing comes for too long.
 */
export async function* bodyInPieces(
  body: AsyncIterable<Uint8Array>,
  place: string,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await inTime(iterator.next(), place);
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof FilesUnavailableError) throw error;
    throw new FilesUnavailableError(`${place} broke off in the middle of a file`, { cause: error });
  } finally {
    // Not awaited: a body that is silent ends its iterator only when its own read ends.
    void iterator.return?.().catch(() => {});
  }
}

function inTime<T>(work: Promise<T>, place: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new FilesUnavailableError(`${place} fell silent in the middle of a file`)),
      silenceMs,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
