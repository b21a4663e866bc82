import { expect, it } from "vitest";
import { detectLanguage, languageOf } from "./detect-language.ts";

const detected = (text: string) => detectLanguage(text.split(" "));

it("tells a language by its stop words", () => {
  expect(detected("die miete ist am ersten des monats zu zahlen und nicht später")).toBe("de");
  expect(detected("the rent is due on the first of each month")).toBe("en");
});

it("tells none by one word that is said again and again, such as the end of addresses", () => {
  expect(detected("www example com and www sample com or www test com at www other com")).not.toBe("pt");
  expect(detected("com com com com com")).toBeNull();
});

it("tells none by one function word that is an ordinary word of another language", () => {
  expect(["recycling bin", "die casting", "word count"].map(languageOf)).toEqual([null, null, null]);
  expect(["der Vertrag und die Kaution", "Wann ist die Kaution fällig"].map(languageOf)).toEqual([
    "de",
    "de",
  ]);
});
