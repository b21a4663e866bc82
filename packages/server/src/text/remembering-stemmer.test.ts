import { expect, it } from "vitest";
import { createRememberingStemmer } from "./remembering-stemmer.ts";
import { stemWord } from "./stem-word.ts";
import { languages } from "./stop-words.ts";

it("stems as the stemmer does, the first time and again", () => {
  const remember = createRememberingStemmer();
  const words = ["connections", "harbours", "constructor", "__proto__", "connections", "running", "harbours"];
  for (const language of [...languages, ...languages]) {
    expect(words.map((word) => remember(word, language))).toEqual(
      words.map((word) => stemWord(word, language)),
    );
  }
});
