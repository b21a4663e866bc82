import { expect, it } from "vitest";
import { askAddress, maxAddressLength } from "./addresses.ts";

const questionIn = (address: string) => new URL(address, "http://x").searchParams.get("question") ?? "";

it("puts a question into the address unchanged while the address is short enough", () => {
  const question = "a".repeat(11_000);
  expect(questionIn(askAddress(["f"], question))).toBe(question);
});

it.each(["a", "é", "東", "🌊"])("keeps the beginning of a question that is too long, of %s", (sign) => {
  const address = askAddress(["f"], sign.repeat(32_000));
  expect(address.length).toBeLessThanOrEqual(maxAddressLength);
  expect(address.length).toBeGreaterThan(maxAddressLength * 0.9);
  expect(questionIn(address)).toMatch(new RegExp(`^${sign}+$`, "u"));
});
