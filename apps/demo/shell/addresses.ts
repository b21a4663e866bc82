/**
 * Characters an address has at most, as it is sent. A server takes 16 kB for the address and the headers together; cookies
 * and the browser's own headers need some of that.
 */
export const maxAddressLength = 12_000;

/** Where a passage stands: a page of a source, and the element to be boxed on it. */
export type Place = { page?: number | null | undefined; element?: string | null | undefined };

/** Address of a source, opened at a place: `/sources/ID?page=6&element=el-0007`. */
export function documentAddress(fileId: string, place: Place = {}): string {
  const query = new URLSearchParams();
  if (place.page) query.set("page", String(place.page));
  if (place.element) query.set("element", place.element);
  return withQuery(`/sources/${encodeURIComponent(fileId)}`, query);
}

/**
 * Address of the Ask room, held to some sources, with a question laid ready: `/ask?file=ID&question=…`. Of a question that
 * is too long the beginning: the reader has it before their eyes and can finish it.
 */
export function askAddress(fileIds: readonly string[], question = ""): string {
  const signs = [...question];
  for (;;) {
    const query = new URLSearchParams(fileIds.map((fileId) => ["file", fileId]));
    if (signs.length > 0) query.set("question", signs.join(""));
    const address = withQuery("/ask", query);
    if (address.length <= maxAddressLength || signs.length === 0) return address;
    signs.splice(-Math.ceil(signs.length / 20));
  }
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path);
