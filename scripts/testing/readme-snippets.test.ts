import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSnippets, runSnippets } from "./readme-snippets.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const fence = "```";
const readme = (...blocks: [info: string, code: string][]) =>
  `# Title\n\n${blocks.map(([info, code]) => `${fence}${info}\n${code}\n${fence}\n`).join("\nText.\n\n")}`;

const readmePath = (text: string, files: Record<string, string> = {}) =>
  join(temporaryFolder({ "README.md": text, ...files }), "README.md");

test("only marked blocks are returned, with the line where they begin", () => {
  const path = readmePath(readme(["ts", "shown only"], ["ts runnable", "let a: 1;"], ["sh runnable", "ls"]));
  expect(readSnippets(path)).toMatchObject([
    { language: "ts", code: "let a: 1;\n", place: "README.md:10" },
    { language: "sh", code: "ls\n", place: "README.md:16" },
  ]);
});

describe("runSnippets", () => {
  test("runs TypeScript with types and top-level await, beside the package it documents", async () => {
    const path = readmePath(
      readme([
        "ts runnable",
        'import { greet } from "@x/polite";\nconst name: string = await Promise.resolve(process.env.NAME ?? "");\nconsole.log(greet(name));',
      ]),
      {
        "package.json": JSON.stringify({ name: "@x/polite", type: "module", exports: "./index.mjs" }),
        "index.mjs": "export const greet = (name) => 'Hello ' + name;",
      },
    );
    const [result] = await runSnippets(path, { env: { NAME: "reader" } });
    expect(result?.output).toBe("Hello reader\n");
  });

  test("a shell block ends at its first failing command, and the error names file and line", async () => {
    const path = readmePath(readme(["sh runnable", "echo begun\nfalse\necho not reached"]));
    await expect(runSnippets(path)).rejects.toThrow(/^README\.md:4 ended with 1:\nbegun\n$/);
  });

  test("`node` in a shell block is the Node of the tests", async () => {
    const path = readmePath(readme(["sh runnable", "node --version"]));
    expect((await runSnippets(path))[0]?.output).toBe(`${process.version}\n`);
  });

  test("a snippet that hangs is ended", async () => {
    const path = readmePath(readme(["ts runnable", "setInterval(() => {}, 1000);"]));
    await expect(runSnippets(path, { timeoutMs: 300 })).rejects.toThrow(/limit 300 ms/);
  });
});
