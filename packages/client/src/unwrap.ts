import { ApiError } from "./errors/api-error.ts";
import { OutcomeUnknownError } from "./errors/outcome-unknown-error.ts";

type Result<Data> = {
  data?: Data;
  error?: unknown;
  response: Response;
  outcomeUnknown?: boolean | undefined;
};

/**
 * Returns the data of a raw call, or throws an `ApiError`. It trusts the status, not the body: an empty 500 is an error
 * too.
 *
 * @example const sources = await unwrap(client.GET("/"));
 * @throws {ApiError} for a status of 400 or above, and for a success that lacks its body. {OutcomeUnknownError} for a
 *   change whose answer a gateway lost.
 */
export async function unwrap<Data>(result: Result<Data> | Promise<Result<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response, outcomeUnknown } = await result;
  if (response.ok && data != null) return data;
  const failure = new ApiError(response, detailOf(error) || "an unreadable answer. Is baseUrl right?", {
    cause: error,
  });
  throw outcomeUnknown
    ? new OutcomeUnknownError(`The request may have been carried out: ${failure.message}`, { cause: failure })
    : failure;
}

/**
 * Reads `detail` of the contract's error body. A proxy or gateway in between may send `message`, a list of field errors
 * or plain text instead. Undefined for an empty body or an HTML page: the service always gives a reason.
 */
function detailOf(body: unknown): string | undefined {
  const { detail, message } = (body ?? {}) as { detail?: unknown; message?: unknown };
  const reason = detail ?? message ?? body;
  if (typeof reason !== "string") return JSON.stringify(reason);
  return reason[0] === "<" ? undefined : reason.slice(0, 500);
}
