import { type Box, boxText } from "../evidence/box-text.ts";

/**
 * Maximum length of an address as it is sent, in characters. A server accepts 16 kB for the address and all headers,
 * and cookies and the browser's own headers need some of that.
 */
export const maxAddressLength = 12_000;

/** The place of a passage: a page of a source, the element and the words to highlight on it, the second of a recording. */
export type Place = {
  page?: number | null | undefined;
  element?: string | null | undefined;
  /** Around the quoted words of the element. */
  box?: Box | null | undefined;
  /** The words themselves, to mark in a text without pages. */
  quote?: string | null | undefined;
  time?: number | null | undefined;
};

/** Maximum length of quoted words in an address, in characters. More of them say nothing more about the place. */
const maxQuote = 300;

/** Address of a source at a place: `/sources/ID?page=6&element=el-0007`, `/sources/ID?element=el-0044&t=1241`. */
export const documentAddress = (fileId: string, place: Place = {}): string =>
  withQuery(`/sources/${encodeURIComponent(fileId)}`, placeQuery(place));

/** The same place as the query of an address. */
export function placeQuery({ page, element, box, quote, time }: Place): URLSearchParams {
  const query = new URLSearchParams();
  if (page) query.set("page", String(page));
  if (element) query.set("element", element);
  if (box) query.set("box", boxText(box));
  if (quote) query.set("quote", quote.slice(0, maxQuote));
  if (time != null) query.set("t", String(Math.round(time * 100) / 100));
  return query;
}

/**
 * Address of the Ask room with a scope and a prepared question: `/ask?file=ID&question=…`. A question that is too long
 * is cut off at its end: the reader sees that and can finish it.
 */
export const askAddress = (fileIds: readonly string[], question = ""): string =>
  askAddressIn(
    fileIds.map((fileId) => ["file", fileId]),
    question,
  );

/** Address of the Ask room, scoped to the sources that have one of the tags: `/ask?tag=invoices&question=…`. */
export const askTagsAddress = (tags: readonly string[], question = ""): string =>
  askAddressIn(
    tags.map((tag) => ["tag", tag]),
    question,
  );

/** Address of the Ask room, scoped to the sources that another room put down for it: more than an address holds. */
export const askHandedAddress = "/ask?handed";

function askAddressIn(scope: [name: string, value: string][], question: string): string {
  const signs = [...question];
  for (;;) {
    const query = new URLSearchParams(scope);
    if (signs.length > 0) query.set("question", signs.join(""));
    const address = withQuery("/ask", query);
    if (address.length <= maxAddressLength || signs.length === 0) return address;
    signs.splice(-Math.ceil(signs.length / 20));
  }
}

const withQuery = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path);
