import type { ApiError } from "./api-error.ts";
import type { BuildFailedError } from "./build-failed-error.ts";
import type { BuildNotFoundError } from "./build-not-found-error.ts";
import type { BuildTimeoutError } from "./build-timeout-error.ts";
import { type ClientError, clientErrorBrand } from "./client-error.ts";
import type { ConnectionError } from "./connection-error.ts";
import type { FileUnreadableError } from "./file-unreadable-error.ts";
import type { OutcomeUnknownError } from "./outcome-unknown-error.ts";
import type { OutputInvalidError } from "./output-invalid-error.ts";
import type { SchemaNotSupportedError } from "./schema-not-supported-error.ts";
import type { TimeoutError } from "./timeout-error.ts";

/** Whether this package threw the error. */
// Check a registered symbol instead of `instanceof`: two bundles may each hold a copy of the class.
export const isClientError = (error: unknown): error is ClientError =>
  (error as Partial<ClientError> | undefined | null)?.[clientErrorBrand] === true;

const isNamed = (error: unknown, name: string): boolean => isClientError(error) && error.name === name;

/**
 * Whether the service answered with an error. With statuses given: whether it answered with one of them.
 *
 * @example if (isApiError(error, 401, 403)) signInAgain();
 */
export const isApiError = (error: unknown, ...statuses: number[]): error is ApiError =>
  isNamed(error, "ApiError") && (statuses.length === 0 || statuses.includes((error as ApiError).status));

/** Whether there was no answer, or a connection ended before its answer did. True for `OutcomeUnknownError` too. */
export const isConnectionError = (error: unknown): error is ConnectionError =>
  isNamed(error, "ConnectionError") || isOutcomeUnknownError(error);

/** Whether the answer to a change was lost, so that it may have been carried out. */
export const isOutcomeUnknownError = (error: unknown): error is OutcomeUnknownError =>
  isNamed(error, "OutcomeUnknownError");

/** Whether the service did not answer in time. */
export const isTimeoutError = (error: unknown): error is TimeoutError => isNamed(error, "TimeoutError");

/** Whether a file can't be read any more: its user must choose it again. */
export const isFileUnreadableError = (error: unknown): error is FileUnreadableError =>
  isNamed(error, "FileUnreadableError");

/** Whether a build has failed. */
export const isBuildFailedError = (error: unknown): error is BuildFailedError =>
  isNamed(error, "BuildFailedError");

/** Whether a build took longer than was waited for. */
export const isBuildTimeoutError = (error: unknown): error is BuildTimeoutError =>
  isNamed(error, "BuildTimeoutError");

/** Whether the service did not know a build. */
export const isBuildNotFoundError = (error: unknown): error is BuildNotFoundError =>
  isNamed(error, "BuildNotFoundError");

/** Whether a schema uses something that the service does not support. */
export const isSchemaNotSupportedError = (error: unknown): error is SchemaNotSupportedError =>
  isNamed(error, "SchemaNotSupportedError");

/** Whether an output does not match its schema. */
export const isOutputInvalidError = (error: unknown): error is OutputInvalidError =>
  isNamed(error, "OutputInvalidError");
