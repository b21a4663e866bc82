import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const dist = path("../dist/index.mjs");

/** The package `node@<major>` contains the binary. It is installed under an alias, such as `node20`. */
function binaryOf(alias: string): string | undefined {
  try {
    const binary = createRequire(import.meta.url).resolve(`${alias}/bin/node`);
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

describe("the built package", () => {
  it("has been built", () => {
    expect(existsSync(dist), "dist is missing: build the package first").toBe(true);
  });

  it("imports its one dependency and nothing else, in code and in types", () => {
    const code = readdirSync(path("../dist"), { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.(?:mjs|d\.mts)$/.test(file),
    );
    const foreign = code.flatMap((file) =>
      [...readFileSync(path(`../dist/${file}`), "utf8").matchAll(/(?:from|import\()\s*"([^."][^"]*)"/g)].map(
        ([, name]) => name,
      ),
    );
    expect([...new Set(foreign)].sort()).toEqual(["eventsource-parser"]);
  });

  it("works among the globals of React Native", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-native-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const output = execFileSync(
      process.execPath,
      [path("../testing/use-in-react-native.mjs"), dist, folder],
      {
        encoding: "utf8",
      },
    );
    expect(output).toBe("used in React Native\n");
  });

  const runtimes = {
    "this Node": process.execPath,
    "Node 20": binaryOf("node20"),
    "Node 22": binaryOf("node22"),
  };
  for (const [name, binary] of Object.entries(runtimes)) {
    it.skipIf(!binary && !process.env.CI)(`works under ${name}`, () => {
      expect(binary, `${name} is not installed`).toBeDefined();
      const output = execFileSync(binary as string, [path("../testing/use-package.mjs"), dist], {
        encoding: "utf8",
      });
      expect(output).toMatch(/^used under v\d+/);
    });
  }
});
