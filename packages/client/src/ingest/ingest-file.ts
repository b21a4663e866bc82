import type { ScheduledBuild, SourcesPaths } from "@headwater/spec";
import type { CallOptions } from "../client-options.ts";
import { BuildFailedError } from "../errors/build-failed-error.ts";
import type { SourcesClient } from "../sources-client.ts";
import { unwrap } from "../unwrap.ts";
import type { OnProgress } from "./counted.ts";
import type { FileInput } from "./file-source.ts";

type FileUpload = SourcesPaths["/ingest-file"]["post"]["requestBody"]["content"]["multipart/form-data"];

/** How a file is uploaded. */
export type IngestFileOptions = CallOptions & {
  /** Called with the number of bytes sent: during the upload in browsers and Node, only at its end elsewhere. */
  onProgress?: OnProgress | undefined;
};

type NodeStream = { on: (event: "error", listener: () => void) => void };

/** Default time limit of one upload in milliseconds. It allows 100 MB at 1.4 Mbit/s. */
const uploadTimeoutMs = 600_000;

/**
 * Uploads a file. The upload is retried only while the service has not accepted it. A stream is sent once.
 *
 * @example const { build_id } = await ingestFile(client, { file, method: "auto" }, { onProgress: show });
 * @throws {TypeError} before anything is sent, when `file` is not a file. {ApiError} 400 unsupported type, 413 too large …;
 *   {BuildFailedError} when the service schedules no build; {FileUnreadableError} when the file has changed on disk, or a stream fails;
 *   {OutcomeUnknownError} when the answer was lost.
 */
export async function ingestFile(
  client: SourcesClient,
  input: FileInput,
  options: IngestFileOptions = {},
): Promise<ScheduledBuild> {
  const { timeoutMs = uploadTimeoutMs, maxRetries, signal = null, onProgress } = options;
  // A Node stream that fails before it is read would end the process: listen at once. Reading it throws the same error.
  (input.file as Partial<NodeStream> | undefined)?.on?.("error", () => {});
  // Load this module when it is needed: most pages never upload.
  const { fileContent, sendFile } = await import("./send-file.ts");
  const file = await fileContent(input);
  const build = await unwrap(
    client.POST("/ingest-file", {
      timeoutMs,
      maxRetries: file.content instanceof Blob || "uri" in file.content ? maxRetries : 0,
      signal,
      // Make a new body for every attempt: a copy of the request would keep the whole file in memory.
      body: undefined as unknown as FileUpload,
      fetch: (request) => sendFile(request, file, client.fetch, onProgress),
    }),
  ).finally(() => "end" in file.content && file.content.end());
  if (!build.success) throw new BuildFailedError(build);
  return build;
}
