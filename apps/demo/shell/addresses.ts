/** Where a passage stands: a page of a source, and the element to be boxed on it. */
export type Place = { page?: number | null | undefined; element?: string | null | undefined };

/** Address of a source, opened at a place: `/sources/ID?page=6&element=el-0007`. */
export function documentAddress(fileId: string, place: Place = {}): string {
  const query = new URLSearchParams();
  if (place.page) query.set("page", String(place.page));
  if (place.element) query.set("element", place.element);
  return withQuery(`/sources/${encodeURIComponent(fileId)}`, query);
}

/** Address of the Ask room, held to some sources, with a question laid ready: `/ask?file=ID&question=…`. */
export function askAddress(fileIds: readonly string[], question?: string): string {
  const query = new URLSearchParams(fileIds.map((fileId) => ["file", fileId]));
  if (question) query.set("question", question);
  return withQuery("/ask", query);
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path);
