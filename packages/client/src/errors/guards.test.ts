import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { ConnectionError } from "./connection-error.ts";
import { isApiError, isClientError, isConnectionError } from "./guards.ts";

describe("guards", () => {
  it("tell errors of this package from others", () => {
    expect(isClientError(new ConnectionError("x"))).toBe(true);
    expect(isConnectionError(new ConnectionError("x"))).toBe(true);
    expect(isApiError(new ConnectionError("x"))).toBe(false);
    const lookalike = Object.assign(new Error("x"), { name: "ApiError", status: 404 });
    for (const other of [lookalike, new TypeError("x"), "ApiError", null, undefined])
      expect(isApiError(other)).toBe(false);
  });

  it("know the errors of another copy of the package", async () => {
    const copy = (await import(`./api-error.ts?${"copy"}`)) as typeof import("./api-error.ts");
    const error = new copy.ApiError(new Response(null, { status: 404 }), "Source not found");
    expect(error).not.toBeInstanceOf(ApiError);
    expect(isApiError(error, 404)).toBe(true);
  });

  it("leave an error with its name, message and cause", () => {
    const cause = new Error("socket hang up");
    const error = new ConnectionError("no answer", { cause });
    expect(String(error)).toBe("ConnectionError: no answer");
    expect(error.cause).toBe(cause);
    expect(error).toBeInstanceOf(Error);
  });
});
