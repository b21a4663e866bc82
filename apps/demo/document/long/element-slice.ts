import {
  type Element,
  type ElementFilter,
  type ElementPage,
  type SourcesClient,
  unwrap,
} from "@headwater/client";
import { documentsKeys } from "@headwater/react-hooks";
import { queryOptions, skipToken } from "@tanstack/react-query";

/** Elements of one request: the maximum of the service. */
export const sliceSize = 100;

export type SliceFilter = Pick<ElementFilter, "type" | "q">;

/** A hundred elements of a document, from index `100 * slice` on. Components that ask for the same ones share them. */
export function sliceOptions(
  sources: SourcesClient,
  fileId: string | undefined,
  { type, q }: SliceFilter,
  slice: number,
) {
  const filter = {
    ...(type === undefined ? {} : { type }),
    ...(q === undefined ? {} : { q }),
    suppress_img_base64: true,
  };
  return queryOptions({
    queryKey: [...documentsKeys.elements(sources, fileId, filter), "slice", slice, sliceSize],
    queryFn:
      fileId === undefined
        ? skipToken
        : ({ signal }): Promise<ElementPage> =>
            unwrap(
              sources.GET("/get-elements", {
                params: { query: { ...filter, file_id: fileId, page: slice + 1, page_size: sliceSize } },
                signal,
              }),
            ),
    retry: false,
  });
}

/** Numbers of the slices that hold the indexes from `first` to `last`, both included. */
export function slicesBetween(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / sliceSize);
  const to = Math.floor(Math.max(0, last) / sliceSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The element at an index of the slices that are loaded. */
export const elementIn = (loaded: ReadonlyMap<number, readonly Element[]>, index: number) =>
  loaded.get(Math.floor(index / sliceSize))?.[index % sliceSize];
