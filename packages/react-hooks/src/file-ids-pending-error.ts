import { ClientError, isClientError } from "@headwater/client";

/**
 * The sources are not known yet: `fileIds` (or `file_ids`) was given, and is undefined. Nothing was sent, because
 * without ids the service would use all sources.
 *
 * @example ask(question).catch((error) => { if (!isFileIdsPendingError(error)) throw error; });
 */
export class FileIdsPendingError extends ClientError {
  override readonly name = "FileIdsPendingError";

  constructor(field: "fileIds" | "file_ids", forAll: string) {
    super(
      `\`${field}\` is undefined: the sources are not known yet. Wait for them. For all sources ${forAll}.`,
    );
  }
}

/** Whether nothing was sent because the sources were not known yet. */
export const isFileIdsPendingError = (error: unknown): error is FileIdsPendingError =>
  isClientError(error) && error.name === "FileIdsPendingError";
