import type { ErrorBody } from "@headwater/spec";
import {
  databaseDown,
  databaseFull,
  diskFull,
  filesDown,
  moving,
  passingFault,
  searchDown,
} from "../builds/faults.ts";
import type { LimitName } from "../kernel/observe.ts";
import { ServiceError } from "../kernel/service-error.ts";
import { ModelUnavailableError } from "../models/model-unavailable-error.ts";

export type ErrorReply = { status: number; body: ErrorBody; headers: Record<string, string> };

const reply = (status: number, detail: string): ErrorReply => ({
  status,
  body: { detail, message: detail },
  headers: advice[status] ?? {},
});

/** Whether a client should send the same request again. Not while the disk is full; soon when the service restarts. */
const advice: Record<number, Record<string, string>> = {
  503: { "retry-after": "5" },
  507: { "x-should-retry": "false" },
};

export const storageFull = () =>
  new ServiceError(
    507,
    "There is no space left to store this. Delete sources, or have the disk made larger.",
    { limit: "storage" },
  );

/**
 * Headers that say when there is room again, from a time in ms. Every client understands seconds; some also read
 * milliseconds.
 */
export const tooBusy = (retryAfterMs: number) =>
  new ServiceError(429, "Too many requests are waiting. Send this one again after the time in Retry-After.", {
    limit: "operation-queue",
    headers: {
      "retry-after": String(Math.ceil(retryAfterMs / 1000)),
      "retry-after-ms": String(Math.ceil(retryAfterMs)),
    },
  });

/** How long to wait for someone to change a setting, in seconds. */
const untilMended = 60;

/** For changes of what is stored. A move takes minutes, and ends with a service at another place. */
export const storeIsMoving = () =>
  new ServiceError(503, `This can't be done at the moment, because ${moving}. Try again.`, {
    headers: { "retry-after": String(untilMended) },
  });

/** A model that is configured fails: 503, also for its own 429. A failure that a retry can't mend must not be retried. */
const modelUnavailable = ({ message, isPassing, retryAfterMs }: ModelUnavailableError) => {
  if (!isPassing)
    return new ServiceError(503, message, {
      headers: { "retry-after": String(untilMended), "x-should-retry": "false" },
    });
  const headers =
    retryAfterMs === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };
  return new ServiceError(503, message, { headers });
};

/** Errors of the HTTP framework itself, in our words. */
const frameworkDetails: Record<string, string> = {
  FST_ERR_BAD_URL: "Invalid input: the address is not a valid URL path",
};

type FrameworkError = Error & { code?: string; statusCode?: number };

/**
 * Turns anything thrown into the contract's error body. The text of an unexpected error stays in the log; the caller
 * gets the operation's own 500 message.
 */
export function errorReply(error: unknown, internalDetail = "Internal server error"): ErrorReply {
  if (error instanceof ServiceError) {
    const { body, headers } = reply(error.status, error.message);
    return { status: error.status, body, headers: { ...headers, ...error.headers } };
  }
  if (error instanceof ModelUnavailableError) return errorReply(modelUnavailable(error));
  const { code, statusCode, message } = error as FrameworkError;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return reply(statusCode, frameworkDetails[code ?? ""] ?? message);
  }
  const fault = passingFault(error);
  if (fault === diskFull || fault === databaseFull) return errorReply(storageFull());
  if (fault === moving) return errorReply(storeIsMoving());
  if (fault !== null) return reply(503, `This can't be done at the moment, because ${fault}. Try again.`);
  return reply(500, internalDetail);
}

const refusals: ReadonlySet<number> = new Set([429, 503, 507]);

/** What refused a request, where `errorReply` answers this error with 429, 503 or 507; else null. */
export function limitOf(error: unknown): LimitName | null {
  if (error instanceof ServiceError) return refusals.has(error.status) ? (error.limit ?? "other") : null;
  if (error instanceof ModelUnavailableError) return "model";
  const fault = passingFault(error);
  if (fault === diskFull || fault === databaseFull) return "storage";
  if (fault === databaseDown) return "database";
  if (fault === filesDown) return "files";
  if (fault === searchDown) return "search";
  return fault === null ? null : "other";
}
