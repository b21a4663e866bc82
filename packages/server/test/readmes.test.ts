import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSnippets, runSnippet } from "../../../scripts/testing/readme-snippets.ts";
import { serverEntry } from "../testing/service-process.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const root = join(import.meta.dirname, "../../..");

describe("what the READMEs show", () => {
  let server: TestServer;
  let commands: string;
  beforeAll(async () => {
    server = await startServer();
    commands = mkdtempSync(join(tmpdir(), "headwater-commands-"));
    const command = join(commands, "headwater");
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${serverEntry}" "$@"\n`);
    chmodSync(command, 0o755);
  });
  afterAll(async () => {
    await server.close();
    rmSync(commands, { recursive: true, force: true });
  });

  const snippets = ["packages/client", "packages/server", "spec"].flatMap((folder) =>
    readSnippets(join(root, folder, "README.md")).map((snippet) => ({
      name: `${folder}/${snippet.place}`,
      snippet,
    })),
  );

  it.each(snippets)("$name runs", async ({ snippet }) => {
    const env = {
      PATH: [commands, process.env.PATH].join(delimiter),
      HEADWATER_URL: server.baseUrl,
      HEADWATER_TOKEN: server.token,
      HEADWATER_DATA: server.dataFolder,
    };
    const { output } = await runSnippet(snippet, { env });
    expect(output).not.toMatch(/Error/);
  });

  it("every package's README has code that runs", () => {
    for (const folder of ["packages/client", "packages/server", "spec"]) {
      expect(snippets.some(({ name }) => name.startsWith(folder))).toBe(true);
    }
  });
});
