import { messages } from "@headwater/spec";
import { invalidInput, ServiceError } from "../kernel/service-error.ts";

export const sourceNotFound = () => new ServiceError(404, messages.sourceNotFound);
export const sourceNodeNotFound = () => new ServiceError(404, messages.sourceNodeNotFound);
export const fileNotFound = () => new ServiceError(404, messages.fileNotFound);

export const unsupportedFileType = (extension: string, allowed: readonly string[]) =>
  new ServiceError(400, `File type '${extension}' is not supported. Allowed types: ${allowed.join(", ")}`);

export const fileNameMissing = () => new ServiceError(400, "Invalid input: file name is required");

export const fileNameTooLong = (length: number, max: number) =>
  new ServiceError(
    400,
    `Invalid input: the file name has ${length} characters, and at most ${max} are allowed`,
  );

export const fileExtensionMissing = (fileName: string, allowed: readonly string[]) =>
  new ServiceError(
    400,
    `Invalid input: the file name '${fileName}' has no extension. Allowed types: ${allowed.join(", ")}`,
  );

export const fileMissing = () => new ServiceError(400, "Invalid input: file is required");

export const fileTooLarge = () =>
  new ServiceError(413, "File size exceeds the maximum allowed limit of 100MB");

export const contentLengthMissing = () => new ServiceError(411, "Content-Length header is required");

export const notAnAddress = (httpsOnly: boolean) =>
  new ServiceError(
    400,
    `Invalid input: URL must be a public ${httpsOnly ? "https" : "http or https"} address`,
  );

export const renderingNotConfigured = () =>
  new ServiceError(
    400,
    "Invalid input: render needs a browser, and none is configured. Set HEADWATER_PROGRAMS=chromium=<program>, or leave render out.",
  );

export const notARepository = () =>
  new ServiceError(400, "Invalid input: URL must be a public GitHub repository");

export const notAVideo = () => new ServiceError(400, "Invalid input: URL must be a public YouTube video");

export const nothingFailed = () =>
  invalidInput("Invalid input: no page of this source failed. Leave out only_failed to read all of it again");
export const fetchedWhole = () =>
  invalidInput(
    "Invalid input: only_failed is for uploaded files. What is fetched is read again as a whole, without only_failed",
  );
export const stillProcessing = () =>
  invalidInput(
    "Invalid input: the source is being processed. Wait for its build before its failed pages are read again",
  );

/** get-elements and its deprecated operation say it without the prefix (contract, message table). */
export const elementsFileIdRequired = () => new ServiceError(400, messages.elementsFileIdRequired);
export const fileIdRequired = () => new ServiceError(400, messages.fileIdRequired);

/** The builds of an uploaded file end with these when its bytes can't be had. */
export const storedBytesMissing = "The uploaded bytes are no longer there. Upload the file again.";
export const storedBytesDamaged =
  "The stored bytes are damaged: they are no longer those that were uploaded. Upload the file again, or restore it from a backup.";

export const noOriginalFile = () => new ServiceError(404, "Source has no original file");
export const originalRemoved = () =>
  new ServiceError(
    410,
    "The original of this source was removed, as its project keeps originals for a limited time. What was read from it stays.",
  );
/** A source without its original can't be read again. */
export const nothingToReadAgain = () =>
  invalidInput(
    "Invalid input: the original of this source was removed, as its project keeps originals for a limited time. Upload the file again",
  );
export const contentMissing = (cause?: unknown) => new ServiceError(500, storedBytesMissing, { cause });
export const contentDamaged = (cause?: unknown) => new ServiceError(500, storedBytesDamaged, { cause });
