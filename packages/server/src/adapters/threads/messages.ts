import type { ParseProgress, SelfContained } from "@headwater/reader";
import type { PreparedPart, ReadRequest } from "../../builds/document-reader.ts";
import type { Chunk } from "../../chunks/chunk.ts";
import type { WorkContext } from "../../kernel/work-context.ts";
import type { PageImage } from "../../ports/page-renderer.ts";

/** `context`: of the build, for what models are observed to do in the thread. */
export type ReadJob = { kind: "read"; request: ReadRequest; context: WorkContext | undefined };
export type RenderJob = { kind: "render"; bytes: Uint8Array; pageNumber: number; maxWidth: number };
export type CleanJob = { kind: "clean"; bytes: Uint8Array };
export type TermsJob = { kind: "terms"; chunks: Pick<Chunk, "title" | "text">[] };

export type Job = ReadJob | RenderJob | CleanJob | TermsJob;

/** What a job answers in parts: a document in many, the others in one. */
export type JobPart = {
  read: PreparedPart;
  render: PageImage | null;
  clean: SelfContained;
  terms: Uint32Array[];
};

/** `taken` answers one part; `stop` is answered by `stopped`: the thread is about to be ended. */
export type ToThread = { kind: "job"; job: Job } | { kind: "taken" } | { kind: "stop" };

/** What a thread says about the job it has. `forPeople` marks a ParseError: its message may be shown. */
export type Reply =
  | { kind: "progress"; progress: ParseProgress }
  | { kind: "part"; part: JobPart[Job["kind"]] }
  | { kind: "done" }
  | { kind: "stopped" }
  | { kind: "failed"; message: string; stack: string | undefined; forPeople: boolean };
