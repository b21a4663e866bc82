import { formatOf } from "@headwater/reader";
import { limits } from "@headwater/spec";
import { LRUCache } from "lru-cache";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { PageImage, PageRenderer } from "../ports/page-renderer.ts";
import { fileNotFound } from "../sources/errors.ts";
import type { SourceStore } from "../sources/source-store.ts";
import { noPagesToShow, pageNotFound, pageRenderingFailed } from "./errors.ts";

export type PageScreenshot = (
  projectId: ProjectId,
  fileId: FileId,
  pageNumber: number,
  /** Width in pixels, clamped to 300..1600. */
  maxWidth: number,
) => Promise<PageImage & { fileName: string }>;

const maxCacheBytes = 64 * 1024 * 1024;

/**
 * The picture of a page. It is rendered once and cached in memory by content, page and width. Each call looks the
 * source up first, so a deleted source answers 404 whatever the cache holds.
 */
export function createPageScreenshot(deps: {
  sources: SourceStore;
  blobs: BlobStore;
  renderer: PageRenderer;
}): PageScreenshot {
  const cache = new LRUCache<string, Promise<PageImage | null>>({
    maxSize: maxCacheBytes,
    // The size of an unfinished picture is unknown. A page at 900 px takes 100-400 KB.
    sizeCalculation: () => 300 * 1024,
  });

  const render = async (projectId: ProjectId, contentHash: string, pageNumber: number, width: number) => {
    try {
      const bytes = await deps.blobs.read(projectId, contentHash);
      return await deps.renderer.render(bytes, pageNumber, width);
    } catch (error) {
      throw pageRenderingFailed(error);
    }
  };

  return async (projectId, fileId, pageNumber, maxWidth) => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw fileNotFound();
    // Of what was fetched from the web the elements are kept, not the bytes.
    if (source.fileSource !== "local file" || !formatOf(source.fileType)?.paged) throw noPagesToShow();
    const width = Math.min(limits.screenshotWidth.max, Math.max(limits.screenshotWidth.min, maxWidth));
    const key = `${projectId}/${source.contentHash}/${pageNumber}/${width}`;
    let image = cache.get(key);
    if (!image) {
      image = render(projectId, source.contentHash, pageNumber, width);
      cache.set(key, image);
      image.catch(() => cache.delete(key));
    }
    const rendered = await image;
    if (!rendered) throw pageNotFound();
    return { ...rendered, fileName: source.fileName };
  };
}
