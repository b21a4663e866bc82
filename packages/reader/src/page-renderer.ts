/** Makes pictures of pages, of PDFs and of image files. */
import { isPicture, renderPicture } from "./formats/image/render-picture.ts";
import type { PageRenderer } from "./page-image.ts";
import { createPageRenderer as createPdfRenderer } from "./pdfium/page-renderer.ts";

export type { PageImage, PageRenderer } from "./page-image.ts";

/** Renders pages in the calling thread. The content of the document decides how. */
export function createPageRenderer(): PageRenderer {
  const pdf = createPdfRenderer();
  return {
    render: (document, pageNumber, maxWidth) =>
      isPicture(document)
        ? renderPicture(document, pageNumber, maxWidth)
        : pdf.render(document, pageNumber, maxWidth),
  };
}
