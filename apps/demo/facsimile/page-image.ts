import { type SourcesClient, unwrap } from "@headwater/client";
import { documentsKeys, pageScreenshotUrl } from "@headwater/react-hooks";
import { queryOptions, skipToken } from "@tanstack/react-query";

export type PageImage = {
  /** For `<img src>`. */
  src: string;
  /** In pixels. */
  width: number;
  height: number;
};

type Place = { fileId: string | undefined; page: number | undefined; maxWidth: number };

/**
 * The picture of a page, fetched and cached by the browser as a picture. Only when it does not come is it asked for as
 * JSON: the answer says why, and the query fails with that.
 */
export const pageImageOptions = (client: SourcesClient, { fileId, page, maxWidth }: Place) =>
  queryOptions({
    queryKey: [...documentsKeys.screenshot(client, fileId, page, maxWidth), "image"],
    queryFn:
      fileId === undefined || page === undefined
        ? skipToken
        : async ({ signal }): Promise<PageImage> => {
            const src = pageScreenshotUrl(client, fileId, page, maxWidth);
            const size = await loadImage(src, signal);
            if (size) return { src, ...size };
            const { image_base64, mime_type, width, height } = await unwrap(
              client.GET("/{file_id}/pages/{page_number}/screenshot", {
                params: { path: { file_id: fileId, page_number: page }, query: { max_width: maxWidth } },
                signal,
              }),
            );
            const data = `data:${mime_type ?? "image/png"};base64,${image_base64}`;
            return { src: data, width: width ?? 612, height: height ?? 792 };
          },
    // The service allows caching it for an hour.
    staleTime: 3_600_000,
    retry: false,
  });

/** The size of a picture when it is loaded. Undefined when it does not come, for whatever reason. */
function loadImage(src: string, signal: AbortSignal): Promise<{ width: number; height: number } | undefined> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    signal.addEventListener("abort", () => {
      image.src = "";
      reject(signal.reason);
    });
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(undefined);
    image.src = src;
  });
}
