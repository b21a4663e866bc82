import { ServiceError } from "../../kernel/service-error.ts";
import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";
import type { SentError } from "./operation-messages.ts";

/** An error made ready to cross to another thread, where classes and causes are lost. */
export function sendError(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return {
    message,
    ...(stack !== undefined && { stack: withCause(stack, error.cause) }),
    ...codeOf(error),
    ...(error instanceof ServiceError && { status: error.status }),
    ...(error instanceof ModelUnavailableError && {
      unavailable: { isPassing: error.isPassing, retryAfterMs: error.retryAfterMs },
    }),
  };
}

const codeOf = (error: Error): { code?: string } => {
  if ("code" in error && typeof error.code === "string") return { code: error.code };
  return error.cause instanceof Error ? codeOf(error.cause) : {};
};

const withCause = (stack: string, cause: unknown): string =>
  cause instanceof Error ? `${stack}\nCaused by: ${cause.stack ?? cause.message}` : stack;

/** The error again, a ServiceError or a ModelUnavailableError where it was one. */
export function receiveError({ message, stack, code, status, unavailable }: SentError): Error {
  const error = unavailable
    ? new ModelUnavailableError(message, unavailable)
    : status === undefined
      ? new Error(message)
      : new ServiceError(status, message);
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
