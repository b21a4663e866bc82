import { fileRefused, filesUnavailable } from "../../builds/faults.ts";

/** The S3 server could not be reached, or did not let us work. What was asked may be asked again. */
export class FilesUnavailableError extends Error {
  override readonly name = "FilesUnavailableError";
  readonly code = filesUnavailable;
}

/** The S3 server gives out other objects, and not this one. */
export class FileRefusedError extends Error {
  override readonly name = "FileRefusedError";
  readonly code = fileRefused;
}

/** What the SDK throws. Without a status no answer came. */
type SdkError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** The name that the server gives to its refusal, or the system to what is wrong with the connection. */
export const reasonOf = ({ name, code, message }: SdkError): string =>
  name === "AbortError" || name === "TimeoutError"
    ? "no answer in time"
    : (code ?? (name === "Error" ? message : name));

const statusOf = (error: unknown): number | undefined =>
  (error as SdkError | undefined)?.$metadata?.httpStatusCode;

/** Only the object: a bucket that is missing is a fault of the server or of the settings. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && ["NoSuchKey", "NotFound"].includes((error as Error).name);

export const isUploadGone = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Error).name === "NoSuchUpload";

/** 409: another writer is writing at this moment. */
export const isConditionFailed = (error: unknown): boolean =>
  statusOf(error) === 412 || (error as Error).name === "ConditionalRequestConflict";

/** versitygw also answers this where a folder of its disk was removed as empty at that moment. */
export const isConflict = (error: unknown): boolean => statusOf(error) === 409;

export const isOutOfRange = (error: unknown): boolean => statusOf(error) === 416;

/** 403: these keys are wrong, or may not do that, or may not do it with this object. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof FilesUnavailableError && statusOf(error.cause) === 403;

/** Requests that no server will ever take, and answers that callers understand, stay as they are. Everything else is an outage. */
export const failureOf = (error: unknown, place: string): unknown => {
  if (!(error instanceof Error)) return error;
  const isAnswer = isMissing(error) || isUploadGone(error) || isConditionFailed(error) || isOutOfRange(error);
  if (isAnswer || [400, 405, 501].includes(statusOf(error) ?? 0)) return error;
  return new FilesUnavailableError(`${place} can't be used (${reasonOf(error)})`, { cause: error });
};
