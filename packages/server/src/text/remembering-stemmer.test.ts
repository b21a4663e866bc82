import { expect, it } from "vitest";
import { createRememberingStemmer } from "./remembering-stemmer.ts";
import { stem } from "./stem.ts";

it("stems as the stemmer does, the first time and again", () => {
  const remember = createRememberingStemmer();
  const words = ["connections", "harbours", "constructor", "__proto__", "connections", "running", "harbours"];
  expect(words.map(remember)).toEqual(words.map(stem));
});
