/** Renders pages as pictures. This is a separate entry, so that code that only reads never loads the image library. */
export type { PageImage, PageRenderer } from "./pdfium/page-image.ts";
export { createPageRenderer } from "./pdfium/page-renderer.ts";
