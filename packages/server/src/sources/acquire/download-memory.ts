import type { KeptDownloads } from "../../ports/kept-downloads.ts";
import type { AcquireContext } from "./acquire.ts";
import type { VisitMemory } from "./crawl/visit.ts";

/** What a build has fetched, by address: its next attempt finds it here. */
export const createDownloadMemory = (
  downloads: Pick<KeptDownloads, "find" | "keep">,
  { build }: Pick<AcquireContext, "build">,
): VisitMemory => ({
  async find(url) {
    const kept = await downloads.find(build, url);
    if (!kept) return null;
    const pieces: Uint8Array[] = [];
    for await (const piece of kept.content()) pieces.push(piece);
    const { url: answered = url, contentType = "", contentDisposition = "" } = kept.facts;
    return { url: answered, bytes: Buffer.concat(pieces), contentType, contentDisposition };
  },
  keep: (url, { bytes, ...facts }) => downloads.keep(build, url, facts, oneOf(bytes)),
});

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
