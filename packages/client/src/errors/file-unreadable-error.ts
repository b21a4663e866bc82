import { ClientError } from "./client-error.ts";

/** A file was changed, moved or deleted after it was chosen, so it can't be sent any more. Its user must choose it again. */
export class FileUnreadableError extends ClientError {
  override readonly name = "FileUnreadableError";
  declare readonly fileName: string;

  constructor(fileName: string, options?: ErrorOptions) {
    super(
      `The file ${fileName} cannot be read any more: it was changed, moved or deleted. Choose it again.`,
      options,
    );
    this.fileName = fileName;
  }
}
