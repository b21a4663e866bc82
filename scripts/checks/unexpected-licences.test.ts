import { expect, test } from "vitest";
import { unexpectedLicences } from "./unexpected-licences.mjs";

const found = (...components: { name: string; group?: string; licence?: string }[]) =>
  unexpectedLicences({
    components: components.map(({ licence, ...rest }) => ({
      ...rest,
      version: "1.0.0",
      licenses: licence === undefined ? [] : [{ expression: licence }],
    })),
  }).map(({ name, licence }) => `${name}: ${licence}`);

test("a package under a permissive licence, or with a choice of one, is taken", () => {
  expect(found({ name: "a", licence: "MIT" }, { name: "b", licence: "(GPL-3.0 OR BSD-3-Clause)" })).toEqual(
    [],
  );
});

test("a licence that is not on the list, one of two that both hold, and a missing one are named", () => {
  expect(
    found({ name: "a", licence: "GPL-3.0" }, { name: "b", licence: "MIT AND GPL-3.0" }, { name: "c" }),
  ).toEqual(["a: GPL-3.0", "b: MIT AND GPL-3.0", "c: no licence"]);
});

test("an LGPL part is taken by its name only", () => {
  const licence = "LGPL-3.0-or-later";
  expect(
    found(
      { group: "@img", name: "sharp-libvips-linux-x64", licence },
      { name: "sharp-libvips-linux-x64", licence },
    ),
  ).toEqual([`sharp-libvips-linux-x64: ${licence}`]);
});
