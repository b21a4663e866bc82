/** Where the reader is in a document: from the address, and kept there. */
export type DocumentPlace = { page: number | undefined; element: string | undefined };

/** Reads `?page=6&element=el-0007`; what is no page number is left out. */
export function placeFrom(query: { get(name: string): string | null }): DocumentPlace {
  const page = Number(query.get("page"));
  return {
    page: Number.isInteger(page) && page >= 1 ? page : undefined,
    element: query.get("element") || undefined,
  };
}
