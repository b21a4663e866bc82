import { BuildNotFoundError, BuildTimeoutError, createSourcesClient, unwrap } from "@headwater/client";
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
  const page = async () => new Response("<html>", { status: 404 });
  expect(await reasonFrom(page)).toBe("What answered is not the service.");
  const gateway = async () => new Response("<html>", { status: 503 });
  expect(await reasonFrom(gateway)).toBe("A gateway answered: the service is not available.");
  const silent = ((request: Request) =>
    new Promise((_, reject) => {
      request.signal.onabort = () => reject(request.signal.reason);
    })) as typeof fetch;
  expect(await reasonFrom(silent, { timeoutMs: 5 })).toBe("The service did not answer in time.");
  expect(reasonOf(new Error("no disk"))).toBe("no disk");
});

test.each([
  ["The answer was lost", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["A gateway answered: the service is not available", async () => new Response("<html>", { status: 504 })],
  ["The service broke off", async () => Response.json({ detail: "The service broke off" }, { status: 502 })],
])("%s: a change may have worked", async (reason, fetch) => {
  const client = createSourcesClient({ baseUrl: "http://service.test/sources", fetch });
  const error = await unwrap(client.POST("/ingest-url", { body: { url: "u" } })).catch((caught) => caught);
  expect(reasonOf(error)).toBe(`${reason}. It may have worked: look before you try again.`);
});

test("a build that is not seen to end has a reason without its id", () => {
  expect(reasonOf(new BuildTimeoutError("01a21f42", 600_000, undefined))).toBe(
    "It takes longer than expected, and may still succeed.",
  );
  expect(reasonOf(new BuildNotFoundError("01a21f42", 30_000))).toBe(
    "The service does not know of it any more.",
  );
});

test("whatever an error of a hook is, it has a reason", () => {
  expect(reasonOf(null)).toBe("");
  expect(reasonOf(undefined)).toBe("");
  // The error of a message that was stored is plain data.
  expect(reasonOf({ message: "File not found", status: 404 })).toBe("File not found");
  expect(reasonOf("stopped by the page")).toBe("stopped by the page");
  expect(reasonOf({ code: 7 })).toBe("Something went wrong.");
});
