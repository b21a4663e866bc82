import { ApiError } from "./errors/api-error.ts";

type Result<Data> = { data?: Data; error?: unknown; response: Response };

/**
 * The data of a raw call, or an `ApiError`. Trusts the status, not the body: an empty 500 is an error too.
 *
 * @example const sources = await unwrap(client.GET("/"));
 * @throws {ApiError} for a status of 400 or above, and for a success without the body it should have.
 */
export async function unwrap<Data>(result: Result<Data> | Promise<Result<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await result;
  if (!response.ok || data == null)
    throw new ApiError(response, detailOf(error) || "an unreadable answer. Is baseUrl right?", {
      cause: error,
    });
  return data as NonNullable<Data>;
}

/**
 * `detail` as the contract has it; `message`, a list of field errors or plain text from what stands in between. Undefined
 * when there is nothing, or a page: the service always says what is wrong.
 */
function detailOf(body: unknown): string | undefined {
  const { detail, message } = (body ?? {}) as { detail?: unknown; message?: unknown };
  const reason = detail ?? message ?? body;
  if (typeof reason !== "string") return JSON.stringify(reason);
  return reason[0] === "<" ? undefined : reason.slice(0, 500);
}
