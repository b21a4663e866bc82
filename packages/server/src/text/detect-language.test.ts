import { expect, it } from "vitest";
import { detectLanguage } from "./detect-language.ts";

const languageOf = (text: string) => detectLanguage(text.split(" "));

it("tells a language by its stop words", () => {
  expect(languageOf("die miete ist am ersten des monats zu zahlen und nicht später")).toBe("de");
  expect(languageOf("the rent is due on the first of each month")).toBe("en");
});

it("tells none by one word that is said again and again, such as the end of addresses", () => {
  expect(languageOf("www example com and www sample com or www test com at www other com")).not.toBe("pt");
  expect(languageOf("com com com com com")).toBeNull();
});
