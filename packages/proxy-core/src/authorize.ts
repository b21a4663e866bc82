import { CallbackFailed, callbackMs, within } from "./callback.ts";
import { proxyErrors } from "./errors.ts";
import type { OperationCall } from "./options/operation-call.ts";
import type { ProxyOptions, Scope } from "./options/proxy-options.ts";

export type ParsedAuthorizeResult =
  | { kind: "pass" }
  | { kind: "refuse" }
  | { kind: "response"; response: Response }
  | { kind: "scope"; scope: Scope };

/**
 * Calls the application's `authorize`. A throw ends the request with 500, and so does any value other than the four
 * allowed ones, such as a forgotten `return` or a truthy value: what the proxy does not understand is not allowed.
 */
export async function askAuthorize<Native>(
  authorize: ProxyOptions<Native>["authorize"],
  request: Native,
  call: OperationCall,
): Promise<ParsedAuthorizeResult> {
  try {
    return read(await within<unknown>(authorize(request, call), callbackMs, "authorize"));
  } catch (error) {
    throw new CallbackFailed("authorize", proxyErrors.internal(), error);
  }
}

function read(result: unknown): ParsedAuthorizeResult {
  if (result === true) return { kind: "pass" };
  if (result === false) return { kind: "refuse" };
  if (isResponse(result)) return { kind: "response", response: result };
  if (isScope(result)) return { kind: "scope", scope: result };
  throw new TypeError(
    "authorize must answer true, false, a Response, or a scope { caller: string, files?, ingest?, write?, flows? } " +
      "and nothing beside these",
  );
}

/** Also accepts a Response of another realm or library, which is not an instance of this platform's class. */
const isResponse = (value: unknown): value is Response =>
  value instanceof Response ||
  (typeof value === "object" &&
    value !== null &&
    Object.prototype.toString.call(value) === "[object Response]");

const isStrings = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((item) => typeof item === "string"));

function isScope(value: unknown): value is Scope {
  if (typeof value !== "object" || value === null) return false;
  const { caller, files, ingest, write, flows, ...unknown } = value as Record<string, unknown>;
  return (
    // Refuse unknown keys: a misspelt right would grant nothing, without a sign.
    Object.keys(unknown).length === 0 &&
    typeof caller === "string" &&
    caller !== "" &&
    caller.length <= 256 &&
    (typeof files === "function" || isStrings(files)) &&
    (ingest === undefined || typeof ingest === "boolean") &&
    (write === undefined || write === "owned" || write === "all") &&
    isStrings(flows)
  );
}
