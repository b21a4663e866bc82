/** The rows that are chosen, and the one that a range is counted from. */
export type Chosen = { ids: ReadonlySet<string>; anchor: string | undefined };

export const noneChosen: Chosen = { ids: new Set(), anchor: undefined };

/** Chooses a row, or lets it go. */
export function toggle({ ids }: Chosen, id: string): Chosen {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Chooses all rows from the anchor to a row, in the order they are shown; the row alone when there is no anchor. */
export function extend({ ids, anchor = "" }: Chosen, to: string, shown: readonly string[]): Chosen {
  const [from, end] = [shown.indexOf(anchor), shown.indexOf(to)];
  if (end === -1) return { ids, anchor };
  const start = from === -1 ? end : from;
  const range = shown.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: new Set([...ids, ...range]), anchor: from === -1 ? to : anchor };
}

/** What is chosen and shown. What a filter hides is never acted on. */
export const chosenOf = <Row extends { file_id: string }>({ ids }: Chosen, shown: readonly Row[]): Row[] =>
  shown.filter(({ file_id }) => ids.has(file_id));
