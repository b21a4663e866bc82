/**
 * Where an answer goes on: at an item of a list, counted from 0, and within its text. `id` is that of the item, so that
 * a list which has changed since is noticed.
 */
export type Cursor = { index: number; offset: number; id: string };

const pattern = /^(\d{1,9})\.(\d{1,9})\.([\w-]{1,256})$/;

export const writeCursor = ({ index, offset, id }: Cursor): string => `${index}.${offset}.${id}`;

/** Undefined for what is not a cursor of ours. */
export function readCursor(text: unknown): Cursor | undefined {
  const [, index, offset, id] = pattern.exec(String(text)) ?? [];
  return id === undefined ? undefined : { index: Number(index), offset: Number(offset), id };
}
