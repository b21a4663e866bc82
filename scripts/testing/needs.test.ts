import { expect, test } from "vitest";
import { needs, runsHere } from "./needs.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("tests run when their program is on the path", () => {
  const PATH = `/nowhere:${temporaryFolder({ chromium: "#!/bin/sh\n" })}`;
  expect(runsHere("chromium", { PATH, CI: "true" })).toBe(true);
});

test("tests are skipped when their program is absent or not executable", () => {
  const PATH = temporaryFolder({ chromium: "just text" });
  expect(runsHere("chromium", { PATH })).toBe(false);
  expect(runsHere("chromium", {})).toBe(false);
});

test("under CI an absent program is a failure that says what to do", () => {
  expect(() => runsHere("chromium", { PATH: "", CI: "true" })).toThrow(/`chromium`.*\.ci\/run/);
});

test("a program outside the path is found in the given folders", () => {
  const folder = temporaryFolder({ postgres: "#!/bin/sh\n" });
  expect(runsHere("postgres", { PATH: "/nowhere" }, ["/nowhere/else", folder])).toBe(true);
  expect(() => runsHere("postgres", { PATH: "", CI: "true" }, ["/nowhere/else"])).toThrow(
    /`postgres`.*\/nowhere\/else/,
  );
});

let ran = false;
needs("node")("what needs a present program", () => {
  test("runs", () => {
    ran = true;
  });
});
test("and has run", () => expect(ran).toBe(true));
