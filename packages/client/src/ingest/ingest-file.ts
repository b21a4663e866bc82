import type { ScheduledBuild, SourcesPaths } from "@headwater/spec";
import type { CallOptions } from "../client-options.ts";
import { BuildFailedError } from "../errors/build-failed-error.ts";
import type { SourcesClient } from "../sources-client.ts";
import { unwrap } from "../unwrap.ts";
import type { OnProgress } from "./counted.ts";
import { type FileInput, fileContent } from "./file-content.ts";

type FileUpload = SourcesPaths["/ingest-file"]["post"]["requestBody"]["content"]["multipart/form-data"];

export type IngestFileOptions = CallOptions & {
  /** Told how much of the file has been sent: as it goes in browsers and Node, elsewhere at the end only. */
  onProgress?: OnProgress | undefined;
};

/** Milliseconds for one upload unless `timeoutMs` says otherwise: 100 MB at 1.4 Mbit/s. */
const uploadTimeoutMs = 600_000;

/**
 * Uploads a file. Sent again only while the service has not accepted it; a stream is sent once.
 *
 * @example const { build_id } = await ingestFile(client, { file, method: "auto" }, { onProgress: show });
 * @throws {ApiError} 400 unsupported type, 413 too large …; {BuildFailedError} when the service schedules no build.
 */
export async function ingestFile(
  client: SourcesClient,
  input: FileInput,
  options: IngestFileOptions = {},
): Promise<ScheduledBuild> {
  const { timeoutMs = uploadTimeoutMs, maxRetries, signal = null, onProgress } = options;
  const file = fileContent(input);
  const build = await unwrap(
    client.POST("/ingest-file", {
      timeoutMs,
      maxRetries: file.content instanceof Blob ? maxRetries : 0,
      signal,
      // The body is made anew for every attempt: a copy of the request would keep the whole file in memory.
      body: undefined as unknown as FileUpload,
      async fetch(request) {
        // Loaded when needed: most pages never upload.
        const { sendFile } = await import("./send-file.ts");
        return sendFile(request, file, client.fetch, onProgress);
      },
    }),
  );
  if (!build.success) throw new BuildFailedError(build);
  return build;
}
