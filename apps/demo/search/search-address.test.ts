import { expect, it } from "vitest";
import { maxAddressLength } from "../shell/addresses.ts";
import { moreThan, nextSearch, searchAddress, searchFrom, whyTooLong } from "./search-address.ts";

const parse = (address: string) => searchFrom(new URL(address, "http://x").searchParams);

it.each([
  { query: "who can see", scope: undefined, tags: [], most: 10 },
  { query: "a&b=c #1 é", scope: ["x", "y"], tags: [], most: 30 },
  { query: "", scope: undefined, tags: [], most: 10 },
  { query: "who", scope: undefined, tags: ["paid & done", "東"], most: 10 },
])("keeps a search in the address: %j", (search) => {
  expect(parse(searchAddress(search))).toEqual(search);
});

it("takes the sources that an address names, not the tags beside them", () => {
  expect(parse("/search?q=who&file=x&tag=paid")).toEqual(parse("/search?q=who&file=x"));
});

it("ignores a number in the address that is not offered", () => {
  expect(parse("/search?n=5000").most).toBe(10);
  expect([10, 30, 100].map(moreThan)).toEqual([30, 100, undefined]);
});

it("searches for the text in the field, or for the previous query while it is empty", () => {
  const asked = { query: "old words", scope: ["x"], tags: [], most: 30 };
  expect(nextSearch(asked, " new words ")).toEqual({ query: "new words", scope: ["x"], tags: [], most: 10 });
  expect(nextSearch(asked, " ")).toBe(asked);
  expect(nextSearch(asked, "old words")).toBe(asked);
});

it.each([
  ["a", "11,900"],
  ["a b ", "11,900"],
  ["東", "1,300"],
])("says how much of a text of %j fits into an address", (sign, most) => {
  const search = { query: sign.repeat(16_000), scope: undefined, tags: [], most: 10 };
  expect(whyTooLong(search)).toBe(`This is too long for a search. Shorten it to about ${most} characters.`);
  const query = search.query.slice(0, Number(most.replace(",", "")));
  expect(whyTooLong({ ...search, query })).toBeUndefined();
});

it("says when there are too many sources", () => {
  const scope = Array.from({ length: 400 }, () => crypto.randomUUID());
  const search = { query: "who", scope, tags: [], most: 10 };
  expect(searchAddress(search).length).toBeGreaterThan(maxAddressLength);
  expect(whyTooLong(search)).toMatch("too many sources");
});
