import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientOptions, type Revision, textOf } from "../testing/mcp-client.ts";
import { runCommand } from "../testing/run-command.ts";
import { serverEntry } from "../testing/service-process.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

describe("headwater mcp, over standard input and output", () => {
  let server: TestServer;
  let folder: string;
  let outside: string;

  beforeAll(async () => {
    server = await startServer();
    await server.ingestAndWait("warranty.txt", "The warranty of the pump lasts 24 months.");
    outside = await mkdtemp(join(tmpdir(), "headwater-mcp-"));
    folder = join(outside, "documents");
    await mkdir(join(folder, "more"), { recursive: true });
    await writeFile(join(folder, "more", "tower.txt"), "The tower is 80 metres high.");
    await writeFile(join(outside, "secret.txt"), "The code is 1234.");
    await symlink(join(outside, "secret.txt"), join(folder, "link.txt"));
  });
  afterAll(async () => {
    await server.close();
    await rm(outside, { recursive: true, force: true });
  });

  const connect = async (
    revision: Revision,
    args: string[] = [],
    environment: Record<string, string> = {},
  ) => {
    const client = new Client({ name: "headwater-test", version: "1" }, clientOptions(revision));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [serverEntry, "mcp", ...args],
      cwd: tmpdir(),
      env: {
        PATH: process.env.PATH ?? "",
        HEADWATER_URL: server.origin,
        HEADWATER_TOKEN: server.token,
        ...environment,
      },
      stderr: "pipe",
    });
    await client.connect(transport);
    return client;
  };
  const ingest = async (client: Client, path: string) =>
    client.callTool({ name: "ingest_source", arguments: { path } });

  it.each<Revision>(["modern", "legacy"])("answers a %s client as HTTP does", async (revision) => {
    const client = await connect(revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("ingest_source");
    const body = { query: "warranty", top_k: 2 };
    const found = await client.callTool({ name: "search_sources", arguments: body });
    expect(textOf(found)).toContain(
      "## 1. warranty.txt, page 1\n\nThe warranty of the pump lasts 24 months.",
    );
    expect(textOf(await client.callTool({ name: "search_sources", arguments: {} }))).toBe(
      "query is required",
    );
    // Nothing serves flows at that address, or no flow has that name: an error either way, not a lost connection.
    expect(await client.callTool({ name: "no-flow", arguments: { query: "x" } })).toMatchObject({
      isError: true,
    });
    await client.close();
  });

  it("ingests files below the folders that were named, and no others", async () => {
    const client = await connect("modern", ["--allow", folder]);
    const accepted = await ingest(client, join(folder, "more", "tower.txt"));
    const { build_id } = accepted.structuredContent as { build_id: string };
    expect(await server.waitFor(build_id)).toMatchObject({ status: "Completed", file_name: "tower.txt" });
    expect(await ingest(client, "more/tower.txt")).not.toHaveProperty("isError");
    for (const path of [
      join(outside, "secret.txt"),
      join(folder, "link.txt"),
      join(folder, "..", "secret.txt"),
      "../secret.txt",
      join(folder, "missing.txt"),
      join(folder, "more"),
      folder,
    ]) {
      const refused = await ingest(client, path);
      expect(refused, path).toMatchObject({ isError: true });
      expect(textOf(refused), path).toContain("is not a file below a folder that may be read");
    }
    await client.close();
  });

  it("reads no files unless a folder was named", async () => {
    const client = await connect("modern");
    expect(textOf(await ingest(client, join(folder, "more", "tower.txt")))).toContain('no argument "path"');
    await client.close();
  });

  it("goes on when the service has restarted", async () => {
    const client = await connect("legacy");
    await client.callTool({ name: "list_sources", arguments: {} });
    const { dataFolder, origin } = server;
    await server.stop();
    const waiting = client.callTool({ name: "search_sources", arguments: { query: "warranty" } });
    server = await startServer({ HEADWATER_DATA: dataFolder, HEADWATER_PORT: new URL(origin).port });
    expect(textOf(await waiting)).toContain("24 months");
    await client.close();
  });

  it("fails with one line when a folder is missing or there is no token", async () => {
    const environment = { HEADWATER_URL: server.origin, HEADWATER_TOKEN: server.token };
    const missing = await runCommand(["mcp", "--allow", join(outside, "nowhere")], outside, environment);
    expect([missing.code, missing.stdout]).toEqual([1, ""]);
    expect(missing.stderr).toContain("there is no such folder");
    const tokenless = await runCommand(["mcp"], outside, { HEADWATER_URL: server.origin });
    expect([tokenless.code, tokenless.stdout]).toEqual([1, ""]);
    expect(tokenless.stderr).toContain("No token");
  });
});
