import { expect, it } from "vitest";
import { errorReply } from "./error-body.ts";

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
