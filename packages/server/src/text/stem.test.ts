import { describe, expect, test } from "vitest";
import { stem } from "./stem.ts";

describe("stem", () => {
  test.each([
    ["connect", "connected connecting connection connections connects"],
    ["generat", "generate generated generating generation"],
    ["communic", "communicate communication communicative"],
    ["happi", "happy happiness"],
    ["hope", "hoping hoped"],
    ["hop", "hop hopped hopping"],
    ["relat", "relate related relation relational"],
    ["die", "dying dies die"],
  ])("brings the forms of one word to %s", (expected, forms) => {
    for (const form of forms.split(" ")) expect(stem(form), form).toBe(expected);
  });

  test("keeps words apart that only look alike", () => {
    expect(stem("news")).toBe("news");
    expect(stem("new")).toBe("new");
    expect(stem("general")).not.toBe(stem("generate"));
  });

  test("leaves short words, numbers and other scripts alone", () => {
    for (const word of ["is", "2023", "été", "данные", "b2b"]) expect(stem(word)).toBe(word);
  });
});
