import { expect, test } from "vitest";
import { glyphNameText } from "./glyph-name.ts";

test("the name of a glyph says its text", () => {
  const names = [
    "f_i",
    "f_f_l",
    "one.oldstyle",
    "minus",
    "uni2212",
    "u1D400",
    "H11002",
    "uni00660069",
    "A.sc",
  ];
  expect(names.map(glyphNameText)).toEqual(["fi", "ffl", "1", "−", "−", "\u{1D400}", "−", "fi", "A"]);
  expect(["g31", "C0", ".notdef", "uni0003", "cid_7"].map(glyphNameText)).toEqual(Array(5).fill(undefined));
  // A font may give its glyphs any names.
  expect(["constructor", "toString", "__proto__", "valueOf_constructor"].map(glyphNameText)).toEqual(
    Array(4).fill(undefined),
  );
});
