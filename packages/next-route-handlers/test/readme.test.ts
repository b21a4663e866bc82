import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { optionsSchema } from "../../proxy-core/src/options/read-options.ts";
import { optionDefaults, optionNames } from "../../proxy-core/testing/option-rows.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const rows = [...readme.matchAll(/^\| `([\w.]+)` +\| (.+?) +\|/gm)].map(([, name = "", value = ""]) => [
  name,
  value,
]);
const documented = Object.fromEntries(rows);

describe("the README", () => {
  it("lists every option, and no other", () => {
    expect(Object.keys(documented).sort()).toEqual(["basePath", ...optionNames()].sort());
  });

  it("gives the defaults of the code", () => {
    expect(documented).toMatchObject(optionDefaults());
    const required = Object.keys(documented).filter((name) => documented[name] === "required");
    expect(required).toEqual(["baseUrl", "token", "authorize"]);
    const empty = optionsSchema.safeParse({});
    expect(empty.error?.issues.map(({ path }) => path[0])).toEqual(required);
  });

  it("starts quickly: the first block is a whole route file of ten lines at most", () => {
    const [, first = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(first).toMatch(/^\/\/ app\/.*route\.ts\n/);
    expect(first.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  });
});
