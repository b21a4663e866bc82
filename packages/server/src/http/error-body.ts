import type { ErrorBody } from "@headwater/spec";
import { ServiceError } from "../kernel/service-error.ts";

export type ErrorReply = { status: number; body: ErrorBody };

const reply = (status: number, detail: string): ErrorReply => ({ status, body: { detail, message: detail } });

/** What the HTTP framework refuses by itself, in our words. */
const frameworkDetails: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "Request body is too large",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "Invalid input: the body is shorter or longer than Content-Length says",
  FST_ERR_BAD_URL: "Invalid input: the address is not a valid URL path",
};

type FrameworkError = Error & { code?: string; statusCode?: number };

/**
 * Any throw as the contract's error body. The text of an unexpected error stays in the log: the caller gets the
 * operation's own 500 message.
 */
export function errorReply(error: unknown, internalDetail = "Internal server error"): ErrorReply {
  if (error instanceof ServiceError) return reply(error.status, error.message);
  const { code, statusCode, message } = error as FrameworkError;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return reply(statusCode, frameworkDetails[code ?? ""] ?? message);
  }
  return reply(500, internalDetail);
}
