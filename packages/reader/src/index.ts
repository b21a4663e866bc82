/** Reads documents into typed elements: bytes and a method in, elements out. */

export { defaultMethod } from "./default-method.ts";
export type { BoundingBox, PageLayout, ParsedElement } from "./element.ts";
export { type Format, type FormatKind, formatOf, formats, readableExtensions } from "./formats.ts";
export { addPageKeywords } from "./keywords/add-page-keywords.ts";
export { minProofShare, type PageProof } from "./layout/blocks/page-proof.ts";
export { unpackWordBoxes, type WordBox } from "./layout/lines/word-boxes.ts";
export { defaultLimits, type ReadingLimits } from "./limits.ts";
export { escapeLineStarts, escapeMarkdown } from "./markup/inline-markdown.ts";
export { servedMethods } from "./methods.ts";
export { describeOcr, type OcrFacts, type OcrOptions } from "./ocr/open-ocr.ts";
export type { PageChoice } from "./page-choice.ts";
export { ParseError } from "./parse-error.ts";
export type { ParseProgress, WebPage } from "./parser.ts";
export { confine } from "./process/confine.ts";
export { findSandbox, nestsNamespaces } from "./process/find-sandbox.ts";
export { createPrivateFolder } from "./process/private-folder.ts";
export { noSandbox, type ProgramLimits, type ProgramView, type Sandbox } from "./process/sandbox.ts";
export {
  createDocumentReader,
  type DocumentInput,
  type DocumentPart,
  type ReadDocument,
  type ReaderOptions,
  type ReadOptions,
  readDocument,
} from "./read-document.ts";
export { type SelfContained, selfContained } from "./references/self-contained.ts";
export { createCommandTranscriber } from "./transcription/command-transcriber.ts";
export type { Cue } from "./transcription/cue.ts";
export { passagesOf } from "./transcription/passages.ts";
export { type Command, splitCommand } from "./transcription/split-command.ts";
export { readTimedText } from "./transcription/timed-text.ts";
export {
  type Speech,
  type SpeechSegment,
  type TranscribeOptions,
  type Transcriber,
  TranscriptionError,
} from "./transcription/transcribe.ts";
export {
  type PageNotes,
  type PageToSee,
  type SeenBlock,
  type SeenPage,
  type SeenPicture,
  type Vision,
  VisionError,
  type VisionOptions,
} from "./vision/vision.ts";
