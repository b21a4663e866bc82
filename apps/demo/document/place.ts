/** The reader's place in a document. The address contains it. */
export type DocumentPlace = { page: number | undefined; element: string | undefined };

/** Reads `?page=6&element=el-0007`. An invalid page number is ignored. */
export function placeFrom(query: { get(name: string): string | null }): DocumentPlace {
  const page = Number(query.get("page"));
  return {
    page: Number.isInteger(page) && page >= 1 ? page : undefined,
    element: query.get("element") || undefined,
  };
}
