import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { shellWord } from "./shell-word.ts";

it.each(["support.yaml", "/srv/my flows/a.yaml", "it's", "$(id)", "", "a;b", "*", "line\nfeed", "Zürich"])(
  "a shell reads %j as one word",
  (text) => {
    const script = `printf %s ${shellWord(text)}`;
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(text);
  },
);

it("what a shell takes as it is stays as it is", () => {
  expect(shellWord("/srv/flows/a-b_c.1.yaml")).toBe("/srv/flows/a-b_c.1.yaml");
});
