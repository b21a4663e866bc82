import { expect, it } from "vitest";
import { moreThan, searchAddress, searchFrom } from "./search-address.ts";

const parse = (address: string) => {
  const parameters: Record<string, string[]> = {};
  for (const [name, value] of new URL(address, "http://x").searchParams)
    parameters[name] = [...(parameters[name] ?? []), value];
  return searchFrom(parameters);
};

it.each([
  { query: "who can see", scope: undefined, most: 10 },
  { query: "a&b=c #1 é", scope: ["x", "y"], most: 30 },
  { query: "", scope: undefined, most: 10 },
])("keeps a search in the address: %j", (search) => {
  expect(parse(searchAddress(search))).toEqual(search);
});

it("takes no number from the address that is not offered", () => {
  expect(searchFrom({ n: "5000" }).most).toBe(10);
  expect([10, 30, 100].map(moreThan)).toEqual([30, 100, undefined]);
});
