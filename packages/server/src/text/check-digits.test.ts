import { expect, test } from "vitest";
import { isIban, isLuhn } from "./check-digits.ts";

test.each([
  ["DE89 3704 0044 0532 0130 00", true],
  ["GB29NWBK60161331926819", true],
  ["DE89 3704 0044 0532 0130 01", false],
  ["DE", false],
])("isIban %s: %s", (text, is) => {
  expect(isIban(text)).toBe(is);
});

test.each([
  ["4111 1111 1111 1111", true],
  ["4111 1111 1111 1112", false],
  ["732 829 320", true],
  ["abc", false],
])("isLuhn %s: %s", (text, is) => {
  expect(isLuhn(text)).toBe(is);
});
