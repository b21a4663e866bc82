import { CallbackFailed, callbackMs, within } from "./callback.ts";
import { failure } from "./errors.ts";
import type { OperationCall } from "./options/operation-call.ts";
import type { ProxyOptions } from "./options/proxy-options.ts";
import { isToken } from "./options/read-options.ts";

/** The token that the application gives for a request. @throws {CallbackFailed} when it gives none. */
export async function askToken<Native>(
  token: ProxyOptions<Native>["token"],
  native: Native,
  call: OperationCall,
): Promise<string> {
  if (typeof token === "string") return token;
  try {
    const answered = await within(token(native, call), callbackMs, "token");
    if (isToken(answered)) return answered;
  } catch {
    // Report the failure without the thrown error: it could contain the token.
  }
  throw new CallbackFailed("token", failure(500, "The application has no token for this request"), undefined);
}
