import { formatOf } from "@headwater/reader";
import { limits } from "@headwater/spec";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import { ServiceError } from "../kernel/service-error.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import { ConversionError, type OfficeExtension, officeExtensions } from "../ports/office-converter.ts";
import type { PageImage, PageRenderer } from "../ports/page-renderer.ts";
import { fileNotFound, originalRemoved } from "../sources/errors.ts";
import type { Source } from "../sources/source.ts";
import type { SourceStore } from "../sources/source-store.ts";
import {
  cannotBeLaidOut,
  noPagesToShow,
  officeNotInstalled,
  pageCannotBeRendered,
  pageNotFound,
  pageRenderingFailed,
} from "./errors.ts";
import type { OfficePages } from "./office-pages.ts";
import type { PictureCache } from "./picture-cache.ts";

export type PageScreenshot = (
  projectId: ProjectId,
  fileId: FileId,
  pageNumber: number,
  /** Width in pixels, clamped to 300..1600. */
  maxWidth: number,
) => Promise<PageImage & PictureFacts>;

export type PictureFacts = {
  fileName: string;
  /**
   * Whether the pages are those of an office document as LibreOffice lays them out: they need not be the pages that its
   * elements name.
   */
  laidOut: boolean;
};

/**
 * The picture of a page. It is rendered once and cached in memory by content, page and width. Each call looks the
 * source up first, so a deleted source answers 404 whatever the cache holds.
 */
export function createPageScreenshot(deps: {
  sources: Pick<SourceStore, "find">;
  blobs: Pick<BlobStore, "read">;
  renderer: PageRenderer;
  cache: PictureCache;
  /** Null when no program is installed that lays out office documents. */
  officePages: OfficePages | null;
}): PageScreenshot {
  const pagesOf = ({ projectId, contentHash, fileType }: Source): Promise<Uint8Array> => {
    if (!isOffice(fileType)) return deps.blobs.read(projectId, contentHash);
    if (!deps.officePages) throw officeNotInstalled();
    return deps.officePages.pdfOf({ projectId, contentHash });
  };

  const render = async (source: Source, pageNumber: number, width: number) => {
    const document = await pagesOf(source).catch((error: unknown) => {
      // The document is at fault, not the service.
      throw error instanceof ConversionError ? cannotBeLaidOut(error) : asFailure(error, pageRenderingFailed);
    });
    return deps.renderer.render(document, pageNumber, width).catch((error: unknown) => {
      throw asFailure(error, pageCannotBeRendered);
    });
  };

  return async (projectId, fileId, pageNumber, maxWidth) => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw fileNotFound();
    const { contentHash, fileName, fileType } = source;
    const laidOut = isOffice(fileType);
    // Of what was fetched from the web the elements are kept, not the bytes.
    if (source.fileSource !== "local file" || !(laidOut || formatOf(fileType)?.paged)) throw noPagesToShow();
    if (source.originalRemovedAt) throw originalRemoved();
    const width = Math.min(limits.screenshotWidth.max, Math.max(limits.screenshotWidth.min, maxWidth));
    const image = await deps.cache.get({ projectId, contentHash, pageNumber, width }, () =>
      render(source, pageNumber, width),
    );
    if (!image) throw pageNotFound();
    return { ...image, fileName, laidOut };
  };
}

/** An error that says what happened, such as a full queue or a source that was deleted meanwhile, stays as it is. */
const asFailure = (error: unknown, failure: (cause: unknown) => ServiceError): ServiceError =>
  error instanceof ServiceError ? error : failure(error);

const isOffice = (fileType: string): fileType is OfficeExtension =>
  (officeExtensions as readonly string[]).includes(fileType);
