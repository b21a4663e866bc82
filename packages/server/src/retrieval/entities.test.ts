import { expect, it } from "vitest";
import { entitiesOf } from "./entities.ts";

it("names are runs of capitalised words, but not a word that only begins a sentence", () => {
  expect(
    entitiesOf("Written by Henrik Ibsen. However, the Bank of England paid Ludwig van Beethoven."),
  ).toEqual(["Henrik Ibsen", "Bank of England", "Ludwig van Beethoven"]);
});
