import type { ParseProgress } from "@headwater/reader";
import type { ReadDocument } from "../../builds/document-reader.ts";
import type { PageImage } from "../../ports/page-renderer.ts";

export type ReadJob = {
  kind: "read";
  bytes: Uint8Array;
  fileName: string;
  extension: string;
  method: "auto" | "fast" | "balanced" | "accurate" | "agentic";
};

export type RenderJob = { kind: "render"; bytes: Uint8Array; pageNumber: number; maxWidth: number };

export type DocumentPart = Pick<ReadDocument, "elements" | "chunks">;

export type Job = ReadJob | RenderJob;

export type JobResult = { read: ReadDocument; render: PageImage | null };

/**
 * What a thread says about the job it has. A document's elements and chunks come in parts before `done`, which then
 * carries none: one message for all of a large document would hold up the thread that answers requests. `forPeople`
 * marks a ParseError: its message may be shown.
 */
export type Reply =
  | { kind: "progress"; progress: ParseProgress }
  | { kind: "part"; part: DocumentPart }
  | { kind: "done"; result: JobResult[Job["kind"]] }
  | { kind: "failed"; message: string; stack: string | undefined; forPeople: boolean };
