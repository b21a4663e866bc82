import { expect, it } from "vitest";
import { languages } from "./languages.ts";
import { createRememberingStemmer } from "./remembering-stemmer.ts";
import { stemWord } from "./stem-word.ts";

it("stems as the stemmer does, the first time and again", () => {
  const remember = createRememberingStemmer();
  const words = ["connections", "harbours", "constructor", "__proto__", "connections", "running", "harbours"];
  for (const language of [...languages, ...languages]) {
    expect(words.map((word) => remember(word, language))).toEqual(
      words.map((word) => stemWord(word, language)),
    );
  }
});

it("stems correctly after more words than it remembers, and very long ones", () => {
  const remember = createRememberingStemmer();
  for (let number = 0; number < 20_100; number++) remember(`word${number}s`, "en");
  expect(remember("connections", "en")).toBe("connect");
  const long = `${"a".repeat(100)}s`;
  expect([remember(long, "en"), remember(long, "en")]).toEqual([stemWord(long, "en"), stemWord(long, "en")]);
});
