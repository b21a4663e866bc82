import { expect, it } from "vitest";
import { AcquireError, SourceUnavailableError } from "../acquire.ts";
import type { PageRequest } from "../fetch-page.ts";
import type { Resource } from "../fetch-resource.ts";
import { createVisit } from "./visit.ts";

const url = "https://a.example/page";
const resource: Resource = { url, bytes: Buffer.from("text"), contentType: "", contentDisposition: "" };

/** A visit whose fetches meet these errors, one after the other, and then succeed. */
function visiting(...errors: Error[]) {
  const kept = new Map<string, Resource>();
  const requests: PageRequest[] = [];
  const log: string[] = [];
  const { signal } = new AbortController();
  const visit = createVisit(
    {
      fetchPage: async (request) => {
        requests.push(request);
        const error = errors.shift();
        if (error) throw error;
        return resource;
      },
      memory: {
        find: async (address) => kept.get(address) ?? null,
        keep: async (address, found) => void kept.set(address, found),
      },
      pace: async (host, pauseMs) => void log.push(`${host} ${pauseMs}`),
      wait: async (milliseconds) => void log.push(`wait ${milliseconds}`),
      signal,
    },
    500,
  );
  return { visit, requests, log, kept, signal };
}

it("fetches at the pace of the host, and keeps what came for the next attempt", async () => {
  const { visit, requests, log, signal } = visiting();
  const options = { accept: "text/html", maxBytes: 9, httpsOnly: true };
  expect(await visit(url, options)).toBe(resource);
  expect(await visit(url, options)).toBe(resource);
  expect(requests).toEqual([{ url, signal, render: null, ...options }]);
  expect(log).toEqual(["a.example 500"]);
});

it.each([
  [null, 0],
  [3_000, 3_000],
  [600_000, 60_000],
])("asks a busy site once more after %s ms that it named, bounded", async (retryAfterMs, waited) => {
  const { visit, log } = visiting(new SourceUnavailableError("busy", { retryAfterMs }));
  expect(await visit(url, {})).toBe(resource);
  expect(log).toEqual(["a.example 500", `wait ${waited}`, "a.example 500"]);
});

it("asks no third time, and never again where there is a verdict", async () => {
  const busy = () => new SourceUnavailableError("busy");
  const twice = visiting(busy(), busy());
  await expect(twice.visit(url, {})).rejects.toThrow("busy");
  expect([twice.requests.length, twice.kept.size]).toEqual([2, 0]);
  const gone = visiting(new AcquireError("gone"));
  await expect(gone.visit(url, {})).rejects.toThrow("gone");
  expect(gone.requests).toHaveLength(1);
});

it("slows down for the host that asks, within bounds, and for no other", async () => {
  const { visit, log } = visiting();
  for (const [number, asked] of [100, 2_000, 90_000].entries()) {
    visit.slowTo("a.example", asked);
    await visit(`${url}/${number}`, {});
  }
  await visit("https://b.example/", {});
  expect(log).toEqual(["a.example 500", "a.example 2000", "a.example 30000", "b.example 500"]);
});
