import { Readable } from "node:stream";
import { formatOf } from "@headwater/reader";
import { create as contentDisposition } from "content-disposition";
import { ServiceError } from "../../kernel/service-error.ts";
import { readByteRange } from "../byte-range.ts";
import { defineRoute, headerText, RouteReply } from "../define-route.ts";
import { namesTag } from "../etag.ts";

/** What a browser only plays or paints. Everything else, SVG too, could run scripts or forms: it is downloaded. */
const shownInPlace = /^(?:audio\/|video\/|image\/(?!svg))/;

export const getSourceContent = defineRoute(
  "getSourceContent",
  async ({ params, headers, caller, isHead }, rooms) => {
    const content = await rooms.readContent(caller.projectId, params.file_id);
    const { fileName, fileType, contentHash, size } = content;
    const etag = `"${contentHash}"`;
    const cache = { etag, "cache-control": "private, no-cache", vary: "Authorization" };
    if (namesTag(headers["if-none-match"], etag))
      return new RouteReply(undefined, { status: 304, headers: cache });

    const mediaType = formatOf(fileType)?.mediaType ?? "application/octet-stream";
    const shared = {
      ...cache,
      "accept-ranges": "bytes",
      "content-type": mediaType,
      "content-disposition": contentDisposition(fileName.toWellFormed(), {
        type: shownInPlace.test(mediaType) ? "inline" : "attachment",
      }),
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
    };
    if (isHead) {
      const whole = { ...shared, "content-length": String(size) };
      return new RouteReply(Readable.from([]), { headers: whole });
    }
    const ifRange = headerText(headers["if-range"]);
    const isCurrent = ifRange === undefined || ifRange === etag;
    const range = isCurrent ? readByteRange(headerText(headers.range), size) : null;
    if (range === "unsatisfiable") throw rangeUnsatisfiable(size);
    const bytes = Readable.from(await content.read(range), { objectMode: false });
    if (range === null)
      return new RouteReply(bytes, { headers: { ...shared, "content-length": String(size) } });
    const part = {
      ...shared,
      "content-length": String(range.end - range.start + 1),
      "content-range": `bytes ${range.start}-${range.end}/${size}`,
    };
    return new RouteReply(bytes, { status: 206, headers: part });
  },
  { failure: "Failed to read file", uncompressed: true },
);

const rangeUnsatisfiable = (size: number) =>
  new ServiceError(416, `The file has ${size} bytes, and the range asks for none of them`, {
    headers: { "content-range": `bytes */${size}` },
  });
