import { createHash } from "node:crypto";
import { limits, prefersPicture } from "@headwater/spec";
import { defineRoute, headerText, RouteReply } from "../define-route.ts";
import { namesTag } from "../etag.ts";

const CACHE = `public, max-age=${limits.screenshotMaxAgeSeconds}`;

export const getPageScreenshot = defineRoute(
  "getPageScreenshot",
  async ({ params, query, headers, caller }, rooms) => {
    const { file_id, page_number } = params;
    const maxWidth = query.max_width ?? limits.screenshotWidth.default;
    const image = await rooms.pageScreenshot(caller.projectId, file_id, page_number, maxWidth);
    const etag = `"${createHash("sha256").update(image.png).digest("hex").slice(0, 32)}"`;
    // Both forms share an address, so a cache must keep them apart.
    const shared = { "cache-control": CACHE, vary: "Accept, Authorization", etag };

    if (!prefersPicture(headerText(headers.accept))) {
      const body = {
        file_id,
        file_name: image.fileName,
        page_number,
        image_base64: Buffer.from(image.png).toString("base64"),
        mime_type: "image/png",
        width: image.width,
        height: image.height,
        total_pages: image.pageCount,
      };
      return new RouteReply(body, { headers: { "cache-control": CACHE, vary: shared.vary } });
    }
    if (namesTag(headers["if-none-match"], etag))
      return new RouteReply(undefined, { status: 304, headers: shared });
    return new RouteReply(Buffer.from(image.png), { headers: { ...shared, "content-type": "image/png" } });
  },
  { failure: "Failed to render page" },
);
