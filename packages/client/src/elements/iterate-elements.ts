import type { Element, SourcesOperations } from "@headwater/spec";
import type { CallOptions } from "../client-options.ts";
import type { SourcesClient } from "../sources-client.ts";
import { callInit } from "../transport/call-init.ts";
import { unwrap } from "../unwrap.ts";
import { iterateItems } from "./iterate-items.ts";

type ElementQuery = NonNullable<SourcesOperations["getElements"]["parameters"]["query"]>;
type FilterFields = Omit<ElementQuery, "file_id" | "page" | "page_size">;

/** Which elements to list; see `GET /get-elements`. */
export type ElementFilter = { [Name in keyof FilterFields]: FilterFields[Name] | undefined };

/** Which elements to read, and how many at once. */
export type IterateElementsOptions = CallOptions & {
  /** Elements per request, 1 to 100. Default 100. */
  pageSize?: number | undefined;
};

/**
 * Yields the elements of a source in document order. It loads the next page when the loop needs it.
 *
 * @example for await (const { text } of iterateElements(client, fileId, { type: "Title" })) console.log(text);
 */
export const iterateElements = (
  client: SourcesClient,
  fileId: string,
  filter: ElementFilter = {},
  { pageSize = 100, ...options }: IterateElementsOptions = {},
): AsyncGenerator<Element, void, undefined> =>
  iterateItems((page) => {
    // An address cannot hold undefined fields, so remove them.
    const query = { ...filter, file_id: fileId, page, page_size: pageSize } as ElementQuery;
    return unwrap(client.GET("/get-elements", { params: { query }, ...callInit(options) }));
  });
