import { formatOf } from "@headwater/reader";
import type { SourceAddress } from "../source-address.ts";
import { type AcquireContext, type AcquiredDocument, AcquireError } from "./acquire.ts";
import { documentType } from "./document-type.ts";
import type { FetchPage } from "./fetch-page.ts";
import type { Resource } from "./fetch-resource.ts";
import { toUtf8 } from "./to-utf8.ts";

/** What a browser would like to have; files are taken as well. */
export const acceptedPages = "text/html, application/xhtml+xml, */*;q=0.8";

/** The documents behind the address of a source. */
export type AcquireAddress = (
  address: SourceAddress,
  context: AcquireContext,
) => AsyncIterable<AcquiredDocument>;

/** One address is one document: a web page, or the file that is there. */
export const createAcquirePage = (fetchPage: FetchPage): AcquireAddress =>
  async function* ({ url, httpsOnly, render }, { signal, note }) {
    const onFailure = (why: string) =>
      note(`The page could not be rendered (${why}), and was read as the site sent it.`);
    const how = { httpsOnly, accept: acceptedPages, render: render ? { onFailure } : null };
    yield toDocument(await fetchPage({ url, signal, ...how }));
  };

/** What was fetched, as the reader takes it. Throws AcquireError for what can't be read, or is empty. */
export function toDocument(resource: Resource): AcquiredDocument {
  const { url, bytes, contentType } = resource;
  if (bytes.byteLength === 0) throw new AcquireError(`${url} could not be read: the site answered nothing.`);
  const extension = documentType(resource);
  const format = formatOf(extension);
  return {
    bytes: format?.kind === "text" ? toUtf8(bytes, contentType) : bytes,
    fileName: url,
    extension,
    ...(format?.mediaType === "text/html" ? { webPage: { url } } : {}),
    metadata: { url, ...(format ? { filetype: format.mediaType } : {}) },
  };
}
