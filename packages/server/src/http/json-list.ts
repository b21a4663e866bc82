import { Readable } from "node:stream";

/** Items gathered into one piece of text: fewer, larger writes. */
const itemsPerPiece = 100;

/** A JSON array written while its items are read: however long, only a piece of it stands in memory. */
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
