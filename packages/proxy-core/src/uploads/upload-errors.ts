import { type Refusal, refuse } from "../errors.ts";

const mebibyte = 1024 * 1024;

export const fileTooLarge = (maxBytes: number): Refusal =>
  refuse(
    413,
    `File size exceeds the maximum allowed limit of ${maxBytes % mebibyte === 0 ? `${maxBytes / mebibyte}MB` : `${maxBytes} bytes`}`,
  );

export const typeNotAllowed = (extension: string, types: readonly string[]): Refusal =>
  refuse(400, `File type '${extension}' is not supported. Allowed types: ${types.join(", ")}`);

export const malformed = (reason: string): Refusal =>
  refuse(400, `Invalid input: the multipart body could not be read (${reason})`);

export const tagsAreGiven = (): Refusal =>
  refuse(403, "The tags of sources are given by this application. They can't be changed here");
