import { expect, it } from "vitest";
import { addressWords } from "./words.ts";

it("says what the service reads and what it does not", () => {
  const words = addressWords((capability) => capability === "ingest-url");
  expect(words.lead).toBe("Web pages. You see the kind of each address first. It is read when you say so.");
  expect(words.missing).toBe("This service does not read repositories on GitHub or videos on YouTube.");
  expect(addressWords(() => true)).toMatchObject({
    taken: "web pages, repositories on GitHub, and videos on YouTube",
    missing: "",
  });
  expect(addressWords(() => false)).toMatchObject({ taken: "", missing: "" });
});
