import type { SourcesPaths } from "@headwater/spec";

type Query = NonNullable<SourcesPaths["/"]["get"]["parameters"]["query"]>;

/** Which sources to list. */
export type SourcesFilter = {
  /**
   * Only these sources. An empty list means no sources. Left out: all. `undefined`: not known yet, so nothing is
   * loaded.
   */
  fileIds?: readonly string[] | undefined;
  /** Only sources that have at least one of these tags. An empty list means no sources. Default: all. */
  tags?: readonly string[] | undefined;
  /** Only sources whose name contains this text, in any case. Empty: all. */
  q?: string | undefined;
  /** Only sources in one of these states. An empty list means no sources. Default: all. */
  status?: Readonly<NonNullable<Query["status"]>> | undefined;
  /** Default `-created_at`, the newest first. */
  sort?: Query["sort"] | undefined;
};

/** A filter whose sources are known, so that its list can be loaded. */
export type KnownSourcesFilter = Omit<SourcesFilter, "fileIds"> & { fileIds?: readonly string[] };

/** The parts that a filter names, for a query key; undefined for all sources in their usual order. */
export function namedParts(filter: SourcesFilter = {}): SourcesFilter | undefined {
  const named = Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** The query that lists what a filter means. Null when it leaves nothing: the service takes an empty list as absent. */
export function filterQuery(filter: SourcesFilter = {}): Query | null {
  const { fileIds, ...rest } = namedParts(filter) ?? {};
  if ([fileIds, rest.tags, rest.status].some((list) => list?.length === 0)) return null;
  return { ...rest, ...(fileIds && { file_ids: fileIds }) } as Query;
}
