/** What the query of a hook with more fields than `data` selects: what was loaded, and what the caller made of it. */
type Beside = { loaded: unknown; selected: unknown };
/** What a caller makes of the data. Its own types are those of the hook. */
export type Select = (loaded: never) => unknown;

/**
 * The `select` of a query that keeps what was loaded: the other fields of the hook come from that, and `data` from what
 * the caller selects.
 *
 * @param dataOf what the caller's `select` takes, if that is not all.
 */
export const selectBeside = <Loaded>(
  select: Select | undefined,
  dataOf: (loaded: Loaded) => unknown = (loaded) => loaded,
): { select?: (loaded: Loaded) => Beside } =>
  select ? { select: (loaded) => ({ loaded, selected: select(dataOf(loaded) as never) }) } : {};

/** What was loaded, from data that `selectBeside` may have changed. */
export const loadedOf = <Loaded>(data: unknown, select: Select | undefined): Loaded | undefined =>
  (select ? (data as Beside | undefined)?.loaded : data) as Loaded | undefined;

/** What the caller selected, or all of it. */
export const selectedOf = <Loaded>(
  data: unknown,
  select: Select | undefined,
  dataOf: (loaded: Loaded) => unknown = (loaded) => loaded,
): unknown =>
  select ? (data as Beside | undefined)?.selected : data === undefined ? undefined : dataOf(data as Loaded);
