import { ServiceError } from "../../kernel/service-error.ts";
import type { SentError } from "./operation-messages.ts";

/** An error made ready to cross to another thread, where classes and causes are lost. */
export function sendError(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return {
    message,
    ...(stack !== undefined && { stack: withCause(stack, error.cause) }),
    ...(error instanceof ServiceError && { status: error.status }),
  };
}

const withCause = (stack: string, cause: unknown): string =>
  cause instanceof Error ? `${stack}\nCaused by: ${cause.stack ?? cause.message}` : stack;

/** The error again, a ServiceError where it was one. */
export function receiveError({ message, stack, status }: SentError): Error {
  const error = status === undefined ? new Error(message) : new ServiceError(status, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
