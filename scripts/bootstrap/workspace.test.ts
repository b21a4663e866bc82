import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { closureOf, workspacePackages, workspacePatterns } from "./workspace.mjs";

describe("workspacePatterns", () => {
  test("reads the list and nothing after it", () => {
    const yaml =
      'packages:\n  - spec\n  - "packages/*"\n  # a note\n  - bench # last\n\ncatalog:\n  zod: ^4\n';
    expect(workspacePatterns(yaml)).toEqual(["spec", "packages/*", "bench"]);
  });

  test("finds it at the end of the file and without a final newline", () => {
    expect(workspacePatterns("catalog:\n  a: 1\npackages:\n  - spec")).toEqual(["spec"]);
  });
});

const manifest = (name: string, rest: object = {}) => JSON.stringify({ name, ...rest });

function repository(): string {
  return temporaryFolder({
    "pnpm-workspace.yaml": "packages:\n  - spec\n  - packages/*\n  - bench\n",
    "spec/package.json": manifest("@x/spec", { scripts: { build: "tsdown" } }),
    "packages/server/package.json": manifest("@x/server", {
      scripts: { build: "tsdown" },
      dependencies: { "@x/spec": "workspace:*", zod: "^4" },
    }),
    "packages/client/package.json": manifest("@x/client", { devDependencies: { "@x/spec": "workspace:*" } }),
    "packages/notes.md": "not a package",
  });
}

test("workspacePackages lists folders that hold a package.json", () => {
  expect(workspacePackages(repository())).toEqual([
    { name: "@x/client", folder: "packages/client", builds: false, uses: ["@x/spec"] },
    { name: "@x/server", folder: "packages/server", builds: true, uses: ["@x/spec"] },
    { name: "@x/spec", folder: "spec", builds: true, uses: [] },
  ]);
});

test("closureOf follows workspace dependencies; without a name it is everything", () => {
  const packages = workspacePackages(repository());
  expect(closureOf(packages, ["@x/server"]).map(({ name }) => name)).toEqual(["@x/server", "@x/spec"]);
  expect(closureOf(packages, undefined)).toEqual(packages);
});
