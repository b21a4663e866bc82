import { expect, it } from "vitest";
import { ServiceError } from "../kernel/service-error.ts";
import { errorReply, limitOf, storageFull, tooBusy } from "./error-body.ts";

const coded = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

it.each(["ENOSPC", "EDQUOT", "SQLITE_FULL"])("answers %s with 507 that is not to be repeated", (code) => {
  const { status, headers, body } = errorReply(
    new Error("It can't be stored", { cause: coded(code) }),
    "Failed",
  );
  expect(status).toBe(507);
  expect(headers).toEqual({ "x-should-retry": "false" });
  expect(body.detail).toMatch(/no space left/);
});

it.each(["EMFILE", "SQLITE_CANTOPEN", "SQLITE_BUSY_SNAPSHOT", "EIO"])(
  "answers %s with 503 and when to come back",
  (code) => {
    const { status, headers, body } = errorReply(coded(code), "Failed");
    expect(status).toBe(503);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(body.detail).not.toContain(code);
  },
);

it("answers any other error with the operation's own text, without the error's text", () => {
  expect(errorReply(coded("ECONNRESET"), "Failed to ingest file")).toEqual({
    status: 500,
    body: { detail: "Failed to ingest file", message: "Failed to ingest file" },
    headers: {},
  });
});

it.each([
  ["operation-queue", tooBusy(1000)],
  ["storage", storageFull()],
  ["storage", Object.assign(new Error("write"), { code: "ENOSPC" })],
  ["database", Object.assign(new Error("gone"), { code: "08006" })],
  ["files", Object.assign(new Error("gone"), { code: "FILES_UNAVAILABLE" })],
  ["other", new ServiceError(503, "away")],
  ["other", Object.assign(new Error("open"), { code: "EMFILE" })],
  [null, new ServiceError(400, "wrong")],
  [null, new Error("ours")],
])("%s is what refused a request that ends with %s", (limit, error) => {
  expect(limitOf(error)).toBe(limit);
});
