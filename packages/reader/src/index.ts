/** Reads documents into typed elements: bytes and a method in, elements out. */

export { defaultMethod } from "./default-method.ts";
export type { BoundingBox, PageLayout, ParsedElement } from "./element.ts";
export { type Format, type FormatKind, formatOf, formats, readableExtensions } from "./formats.ts";
export { defaultLimits, type ReadingLimits } from "./limits.ts";
export { servedMethods } from "./methods.ts";
export type { OcrOptions } from "./ocr/open-ocr.ts";
export type { PageChoice } from "./page-choice.ts";
export { ParseError } from "./parse-error.ts";
export type { ParseProgress, WebPage } from "./parser.ts";
export {
  createDocumentReader,
  type DocumentInput,
  type DocumentPart,
  type ReadDocument,
  type ReadOptions,
  readDocument,
} from "./read-document.ts";
