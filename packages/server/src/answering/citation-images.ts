import type { PageScreenshot } from "../elements/page-screenshot.ts";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { Citation } from "./answer.ts";

/** Base64 PNG of a page (1-based); null when the source can't be shown as pages. */
export type PageImages = (projectId: ProjectId, fileId: FileId, pageNumber: number) => Promise<string | null>;

const width = 900;

/** Page images from screenshots. What a screenshot request would answer with an error is null here: the answer stands without its picture. */
export const createPageImages =
  (pageScreenshot: PageScreenshot): PageImages =>
  async (projectId, fileId, pageNumber) => {
    try {
      const { png } = await pageScreenshot(projectId, fileId, pageNumber, width);
      return Buffer.from(png).toString("base64");
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  };

/** The citations with the images of their pages; each page is rendered once, one after the other. */
export async function withImages(
  citations: Citation[],
  projectId: ProjectId,
  pageImages: PageImages,
  signal: AbortSignal,
): Promise<Citation[]> {
  const rendered = new Map<string, string | null>();
  const illustrated: Citation[] = [];
  for (const citation of citations) {
    signal.throwIfAborted();
    const key = `${citation.fileId}/${citation.pageNumber}`;
    const image = rendered.has(key)
      ? (rendered.get(key) ?? null)
      : await pageImages(projectId, citation.fileId, citation.pageNumber);
    rendered.set(key, image);
    illustrated.push({ ...citation, imageBase64: image });
  }
  return illustrated;
}
