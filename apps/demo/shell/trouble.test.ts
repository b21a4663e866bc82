import { ApiError, ConnectionError, TimeoutError } from "@headwater/client";
import { expect, it } from "vitest";
import { isUnreachable, troubleOf } from "./trouble.ts";

const answered = (status: number, detail: string) => new ApiError(new Response(null, { status }), detail);

it("tells an unavailable service from a wrongly configured proxy", () => {
  expect(isUnreachable(answered(502, "The document service cannot be reached"))).toBe(true);
  expect(isUnreachable(answered(504, "The document service did not answer in time"))).toBe(true);
  expect(isUnreachable(answered(502, "The document service refused the application's token"))).toBe(false);
  expect(
    isUnreachable(answered(502, "What answered is not the document service: check the proxy's baseUrl")),
  ).toBe(false);
  expect(isUnreachable(answered(500, "Failed to retrieve sources"))).toBe(false);
});

it("names the settings that fix a wrong or missing token", () => {
  for (const detail of [
    "The document service refused the application's token",
    "The application has no token for this request",
  ]) {
    expect(troubleOf(answered(502, detail)).help).toContain("HEADWATER_TOKEN_FILE");
  }
});

it("repeats the service's message as a sentence", () => {
  expect(troubleOf(answered(400, "page must be 1 or greater"))).toEqual({
    what: "The service could not do this.",
    help: "page must be 1 or greater.",
  });
});

it("promises another try only for calls that are repeated", () => {
  const gone = new ConnectionError("fetch failed");
  expect(troubleOf(gone).help).toBe("Try it again when it does.");
  expect(troubleOf(gone, true).help).toBe("It is tried again as soon as it does.");
});

it("says what happened when there is no message", () => {
  expect(troubleOf(new ConnectionError("fetch failed")).what).toBe("The service does not respond.");
  expect(troubleOf(new TimeoutError(1000)).what).toBe("No answer came back.");
  expect(troubleOf("odd")).toEqual({ what: "This did not work.", help: "" });
});
