import type { FlowItem } from "../flow/shown.ts";

/** An item of an answer, and its place, from 1. */
export type PlacedItem = { id: string; place: number; source: string | null; text: string };

/** What is different between the items of two answers. Items are the same when their ids are. */
export type ItemChanges = {
  gained: PlacedItem[];
  lost: PlacedItem[];
  moved: { id: string; source: string | null; before: number; after: number }[];
  /** Those with another text: what a model wrote. */
  changed: { id: string; before: string; after: string }[];
};

/** Longer texts of items that came or went are cut. */
const maxText = 200;

export function diffItems(before: FlowItem[], after: FlowItem[]): ItemChanges {
  const [old, now] = [placesOf(before), placesOf(after)];
  const both = [...now.values()].flatMap((item) => {
    const was = old.get(item.id);
    return was ? [{ was, is: item }] : [];
  });
  const shown = (item: PlacedItem): PlacedItem => ({ ...item, text: item.text.slice(0, maxText) });
  return {
    gained: [...now.values()].filter(({ id }) => !old.has(id)).map(shown),
    lost: [...old.values()].filter(({ id }) => !now.has(id)).map(shown),
    moved: both
      .filter(({ was, is }) => was.place !== is.place)
      .map(({ was, is }) => ({ id: is.id, source: is.source, before: was.place, after: is.place })),
    changed: both
      .filter(({ was, is }) => was.text !== is.text)
      .map(({ was, is }) => ({ id: is.id, before: was.text, after: is.text })),
  };
}

/** The same for a person to read, one line per change. */
export function itemsText({ gained, lost, moved, changed }: ItemChanges): string {
  const place = ({ place: at, source, text }: PlacedItem) =>
    `items[${at}]: ${source === null ? "" : `${source}: `}${JSON.stringify(text)}`;
  return [
    ...lost.map((item) => `- ${place(item)}`),
    ...gained.map((item) => `+ ${place(item)}`),
    ...moved.map(({ source, before, after }) =>
      `~ items[${before}] → items[${after}]: ${source ?? ""}`.trim(),
    ),
    ...changed.map(
      ({ id, before, after }) => `~ items[${id}]: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    ),
  ].join("\n");
}

const placesOf = (items: FlowItem[]): Map<string, PlacedItem> =>
  new Map(
    items.map(({ id, content, metadata }, at) => [
      id,
      {
        ...{ id, place: at + 1, text: content },
        source: typeof metadata.source === "string" ? metadata.source : null,
      },
    ]),
  );
