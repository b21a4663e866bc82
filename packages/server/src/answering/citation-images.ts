import type { PageScreenshot } from "../elements/page-screenshot.ts";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Citation } from "./answer.ts";

/** Base64 PNG of a page (1-based). Null when the source has no pages to show. */
export type PageImages = (projectId: ProjectId, fileId: FileId, pageNumber: number) => Promise<string | null>;

const width = 900;

/**
 * Makes page images from screenshots. When a screenshot request would answer an error, the image is null and the answer
 * goes without it.
 */
export const createPageImages =
  (pageScreenshot: PageScreenshot, sources: Pick<SourceStore, "list">): PageImages =>
  async (projectId, fileId, pageNumber) => {
    try {
      const { png, pageCount, laidOut } = await pageScreenshot(projectId, fileId, pageNumber, width);
      // Where LibreOffice counts other pages than the reader did, this may be another page than the cited one.
      if (laidOut && (await sources.list(projectId, [fileId]))[0]?.totalPages !== pageCount) return null;
      return Buffer.from(png).toString("base64");
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  };

/** Adds the image of its page to a citation. */
export type Illustrate = (citation: Citation) => Promise<Citation>;

/** Renders each page once. */
export function createIllustrate(
  pageImages: PageImages,
  projectId: ProjectId,
  signal: AbortSignal,
): Illustrate {
  const rendered = new Map<string, Promise<string | null>>();
  return async (citation) => {
    signal.throwIfAborted();
    const { fileId, pageNumber } = citation;
    const key = `${fileId}/${pageNumber}`;
    const image = rendered.get(key) ?? pageImages(projectId, fileId, pageNumber);
    rendered.set(key, image);
    return { ...citation, imageBase64: await image };
  };
}
