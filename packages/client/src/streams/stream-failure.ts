import type { StreamError } from "@headwater/spec";
import { ApiError } from "../errors/api-error.ts";
import { parseData } from "./parse-data.ts";

/** The error of an `error` event: what the service would have answered, had it not begun already. */
export function streamFailure(data: string, headers: Headers): ApiError {
  const { detail, status = 500 } = parseData<StreamError>(data, "detail");
  return new ApiError(new Response(null, { status, headers }), detail);
}
