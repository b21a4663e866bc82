import { expect, it } from "vitest";
import { failureWords } from "./failure-words.ts";

it("repeats the service's message as a sentence", () => {
  expect(failureWords({ message: "Failed to answer question", status: 500 })).toBe(
    "Failed to answer question.",
  );
  expect(failureWords({ message: "  ", status: 500 })).toBe("The service did not say why.");
});

it("tells an unavailable service from a slow one", () => {
  expect(failureWords({ message: "fetch failed" })).toBe("The service does not respond.");
  expect(failureWords({ message: "", status: 502 })).toBe("The service does not respond.");
  expect(failureWords({ message: "", status: 504 })).toBe("The service took too long.");
});

it("names a refused token without showing it", () => {
  expect(failureWords({ message: "Invalid authentication credentials", status: 401 })).toMatch(/token/);
  expect(
    failureWords({ message: "The document service refused the application's token", status: 502 }),
  ).toMatch(/refused the application's token\. Set HEADWATER_TOKEN/);
});
