import { expect, it, test } from "vitest";
import { type FakeAnswer, fakeWeb } from "../../../testing/fake-web.ts";
import { WebFetchError } from "../../ports/web-fetcher.ts";
import { AcquireError, SourceUnavailableError } from "./acquire.ts";
import { fetchResource, ifHad } from "./fetch-resource.ts";

const url = "https://a.example/page";
const fetchOne = (answer: FakeAnswer | WebFetchError) =>
  fetchResource(fakeWeb({ [url]: answer }), { url, signal: new AbortController().signal });
const failureOf = (answer: FakeAnswer | WebFetchError) =>
  fetchOne(answer).then(
    () => null,
    (error: unknown) => error,
  );

it("is the whole body with the address that answered and its headers", async () => {
  const headers = { "content-type": "text/plain", "content-disposition": "inline" };
  expect(await fetchOne({ url: "https://b.example/", headers, body: "in pieces" })).toEqual({
    url: "https://b.example/",
    bytes: Buffer.from("in pieces"),
    contentType: "text/plain",
    contentDisposition: "inline",
  });
  expect(await fetchOne({ status: 299 })).toMatchObject({ contentType: "", contentDisposition: "" });
});

it.each([
  [401, "it asks for a sign-in, and only public addresses can be ingested (401)"],
  [403, "the site does not allow it (403)"],
  [404, "nothing is there (404)"],
  [410, "it was removed (410)"],
  [451, "it is blocked for legal reasons (451)"],
  [199, "the site answered 199"],
  [300, "the site answered 300"],
  [418, "the site answered 418"],
])("%i is a verdict on the address, with its reason", async (status, why) => {
  const error = await failureOf({ status });
  expect(error).toBeInstanceOf(AcquireError);
  expect(error).toMatchObject({
    name: "AcquireError",
    status,
    message: `${url} could not be fetched: ${why}.`,
  });
});

it.each([408, 425, 429, 500, 503])("%i may be another one later, when the site says", async (status) => {
  const error = await failureOf({ status, headers: { "retry-after": "7" } });
  expect(error).toBeInstanceOf(SourceUnavailableError);
  expect(error).toMatchObject({
    name: "SourceUnavailableError",
    retryAfterMs: 7_000,
    message: `${url} could not be fetched: the site answered ${status}.`,
  });
  expect(await failureOf({ status })).toMatchObject({ retryAfterMs: null });
});

test("a connection that fails is one or the other, by its cause", async () => {
  const [lasting, passing] = [false, true].map((passes) => new WebFetchError("no host", { passing: passes }));
  const message = `${url} could not be fetched: no host.`;
  const verdict = await failureOf(lasting as WebFetchError);
  expect(verdict).toBeInstanceOf(AcquireError);
  expect(verdict).toMatchObject({ message, cause: lasting, status: null });
  const later = await failureOf(passing as WebFetchError);
  expect(later).toBeInstanceOf(SourceUnavailableError);
  expect(later).toMatchObject({ message, cause: passing, retryAfterMs: null });
});

test("what can't be had is null, and every other failure is thrown", async () => {
  const other = new Error("a fault of ours");
  expect(await ifHad(async () => "had")).toBe("had");
  expect(await ifHad(() => Promise.reject(new AcquireError("gone")))).toBeNull();
  expect(await ifHad(() => Promise.reject(new SourceUnavailableError("busy")))).toBeNull();
  await expect(ifHad(() => Promise.reject(other))).rejects.toBe(other);
});
