import { ClientError } from "./client-error.ts";

/**
 * A file was changed, moved or deleted after it was chosen, so it can't be sent any more: its user must choose it again. Or
 * a stream failed, or has not as many bytes as was said. Nothing was ingested.
 */
export class FileUnreadableError extends ClientError {
  override readonly name = "FileUnreadableError";
  declare readonly fileName: string;

  constructor(
    fileName: string,
    options?: ErrorOptions,
    reason = "cannot be read any more: it was changed, moved or deleted. Choose it again.",
  ) {
    super(`The file ${fileName} ${reason}`, options);
    this.fileName = fileName;
  }
}
