import { bytesOf, endWithin, maxAnswerBytes } from "./answer-size.ts";
import type { CallReply } from "./call-operation.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";

/** One item of a list as text that may be cut: Markdown, or a table in HTML. */
export type Piece = { id: string; text: string };

/** Some neighbouring items of a list of `total`, the first of them at `first`. */
export type Window<Item extends Piece> = { first: number; items: Item[]; total: number };

/** Reads the items around an index, or gives the refusal of the service. */
export type ReadWindow<Item extends Piece> = (index: number) => Promise<Window<Item> | CallReply>;

export type Part<Item extends Piece> = { item: Item; text: string };
export type Reading<Item extends Piece> = {
  parts: Part<Item>[];
  total: number;
  /** Index of the first part. */
  first: number;
  /** Where to go on; null at the end. */
  next: string | null;
};

export const staleCursor =
  "The document or the list has changed since this cursor was given, or the arguments have. Call again without cursor.";

/** What joins parts, and a line that names the page. */
const bytesBetween = 24;

/**
 * As many items from a cursor on as fit into one answer. An item is cut only where it would not fit into an answer of
 * its own, or leaves half of this one empty. Returns a text where the cursor does not fit the list.
 */
export async function readOn<Item extends Piece>(
  read: ReadWindow<Item>,
  cursor: unknown,
  maxBytes = maxAnswerBytes,
): Promise<Reading<Item> | CallReply | string> {
  const from = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && !from) return `Invalid input: ${JSON.stringify(cursor)} is not a cursor`;
  const first = from?.index ?? 0;
  const parts: Part<Item>[] = [];
  let at: Omit<Cursor, "id"> = { index: first, offset: from?.offset ?? 0 };
  let left = maxBytes;
  for (;;) {
    const window = await read(at.index);
    if ("status" in window) return window;
    const { items, total } = window;
    const end = Math.min(window.first + items.length, total);
    if (from && parts.length === 0 && items[first - window.first]?.id !== from.id) return staleCursor;
    for (; at.index < end; at = { index: at.index + 1, offset: 0 }) {
      const item = items[at.index - window.first] as Item;
      const goOn = (offset: number) => ({
        ...{ parts, total, first },
        next: writeCursor({ index: at.index, offset, id: item.id }),
      });
      const rest = continued(item.text, at.offset);
      const size = bytesOf(rest.text);
      if (size <= left) {
        parts.push({ item, text: rest.text });
        left -= size + bytesBetween;
        continue;
      }
      if (left < maxBytes / 2) return goOn(at.offset);
      const length = endWithin(rest.text, left);
      parts.push({ item, text: closed(rest.text.slice(0, length)) });
      return goOn(at.offset + length - rest.repeated);
    }
    if (at.index >= total || items.length === 0) return { parts, total, first, next: null };
  }
}

/** The heading of a table, which is repeated where the table goes on. */
const headings = [/^\|[^\n]*\|\n\|(?: --- \|)+\n/, /^<table>(?:<thead>.*?<\/thead>)?<tbody>/s];
const maxHeadingLength = 2_000;

function continued(text: string, offset: number): { text: string; repeated: number } {
  const rest = text.slice(offset);
  if (offset === 0) return { text: rest, repeated: 0 };
  const heading = headings.map((each) => each.exec(text)?.[0]).find((each) => each !== undefined) ?? "";
  const repeats = heading !== "" && heading.length <= maxHeadingLength && offset >= heading.length;
  return repeats ? { text: heading + rest, repeated: heading.length } : { text: rest, repeated: 0 };
}

/** A table that is cut after a row ends there. */
const closed = (text: string): string =>
  text.startsWith("<table>") && text.endsWith("</tr>") ? `${text}</tbody></table>` : text;
