import { Readable } from "node:stream";

/** Number of items joined into one piece of text. Fewer, larger writes are faster. */
const itemsPerPiece = 100;

/** Writes a JSON array while its items are read. Only one piece of it is in memory, however long the list is. */
export const jsonList = <T>(items: AsyncIterable<T>, present: (item: T) => unknown): Readable =>
  Readable.from(pieces(items, present), { objectMode: false });

async function* pieces<T>(items: AsyncIterable<T>, present: (item: T) => unknown): AsyncGenerator<string> {
  let piece = "[";
  let count = 0;
  for await (const item of items) {
    piece += `${count > 0 ? "," : ""}${JSON.stringify(present(item))}`;
    count += 1;
    if (count % itemsPerPiece > 0) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}]`;
}
