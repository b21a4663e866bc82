/** Pictures of pages; an entry of its own, so that reading alone never loads the image library. */
export type { PageImage, PageRenderer } from "./pdfium/page-image.ts";
export { createPageRenderer } from "./pdfium/page-renderer.ts";
