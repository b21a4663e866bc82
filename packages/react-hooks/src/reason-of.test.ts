import { createSourcesClient, unwrap } from "@headwater/client";
import { expect, test } from "vitest";
import { reasonOf } from "./reason-of.ts";

const reasonFrom = async (fetch: typeof globalThis.fetch, options = {}) => {
  const client = createSourcesClient({ baseUrl: "http://service.test/sources", fetch, maxRetries: 0 });
  const error = await unwrap(client.GET("/", options)).then(
    () => undefined,
    (reason: Error) => reason,
  );
  return error && reasonOf(error);
};

test("a reader is told what happened, without addresses, statuses and ids", async () => {
  const refused = async () => Response.json({ detail: "File not found" }, { status: 404 });
  expect(await reasonFrom(refused)).toBe("File not found");
  const away = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await reasonFrom(away)).toBe("There is no connection to the service.");
  const other = async () => new Response("<html>", { headers: { "content-type": "application/json" } });
  expect(await reasonFrom(other)).toBe("What answered is not the service.");
  const silent = ((request: Request) =>
    new Promise((_, reject) => {
      request.signal.onabort = () => reject(request.signal.reason);
    })) as typeof fetch;
  expect(await reasonFrom(silent, { timeoutMs: 5 })).toBe("The service did not answer in time.");
  expect(reasonOf(new Error("no disk"))).toBe("no disk");
});

test("whatever an error of a hook is, it has a reason", () => {
  expect(reasonOf(null)).toBe("");
  expect(reasonOf(undefined)).toBe("");
  // The error of a message that was stored is plain data.
  expect(reasonOf({ message: "File not found", status: 404 })).toBe("File not found");
  expect(reasonOf("stopped by the page")).toBe("stopped by the page");
  expect(reasonOf({ code: 7 })).toBe("Something went wrong.");
});
