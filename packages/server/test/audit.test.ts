import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../testing/run-command.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

type Entry = Record<string, unknown> & { seq: number; operation: string; subjects: Record<string, string[]> };

const question = "What does the xylotron need?";

describe("the audit log", () => {
  let server: TestServer;
  let fileId: string;
  let readOnlyToken: string;
  const audit = (...args: string[]) => runCommand(["audit", ...args], server.dataFolder);
  const entries = async (): Promise<Entry[]> =>
    (await audit("export")).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const entryOf = async (operation: string) =>
    (await entries()).findLast((each) => each.operation === operation);
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.origin}/sources/ask-sources`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ question }),
    });

  beforeAll(async () => {
    server = await startServer({ HEADWATER_AUDIT: "on", HEADWATER_TRUST_PROXY: "true" });
    const build = await server.ingestAndWait("xylotron.md", "# Xylotron\n\nThe xylotron needs 40 bar.");
    fileId = build.file_id;
    const created = await runCommand(["token", "create", "--read-only", "reader"], server.dataFolder, {
      HEADWATER_AUDIT: "on",
    });
    readOnlyToken = created.stdout.trim();
  });
  afterAll(() => server.close());

  it("records the start with the names of the settings, and never their values", async () => {
    const [start] = await entries();
    expect(start).toMatchObject({
      seq: 1,
      via: "service",
      operation: "startService",
      subjects: { setting: expect.arrayContaining(["HEADWATER_AUDIT", "HEADWATER_TOKEN"]) },
    });
    expect(JSON.stringify(start)).not.toContain(server.token);
  });

  it("records which token added which source", async () => {
    expect(await entryOf("ingestFile")).toMatchObject({
      via: "http",
      outcome: 200,
      tokenName: expect.any(String),
      tokenId: expect.any(String),
      projectId: expect.any(String),
      requestId: expect.any(String),
      subjects: { source: [fileId], build: [expect.any(String)] },
    });
  });

  it("records which sources an answer cited, and for whom the proxy asked", async () => {
    await ask({ "x-headwater-caller": "ada@example.com" });
    expect(await entryOf("askSources")).toMatchObject({
      outcome: 200,
      caller: "ada@example.com",
      subjects: { cited: [fileId], conversation: [expect.any(String)] },
    });
  });

  it("records what a streamed answer cited once it has ended", async () => {
    await (await ask({ accept: "text/event-stream" })).text();
    await expect
      .poll(() => entryOf("askSources"))
      .toMatchObject({ outcome: "ended", subjects: { cited: [fileId], answer: [expect.any(String)] } });
  });

  it("records what a token was refused, and the command that made it", async () => {
    const refused = await fetch(`${server.origin}/sources/delete`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${readOnlyToken}`, "content-type": "application/json" },
      body: JSON.stringify({ file_id: fileId }),
    });
    expect(refused.status).toBe(403);
    expect(await entryOf("deleteSource")).toMatchObject({ outcome: 403, tokenName: "reader" });
    expect(await entryOf("token create")).toMatchObject({
      via: "command line",
      subjects: { token: [expect.any(String)] },
    });
  });

  it("has a change before it is answered, and no text of documents or questions", async () => {
    await server.call("DELETE", "/delete", { file_id: fileId });
    expect(await entryOf("deleteSource")).toMatchObject({ outcome: 200, subjects: { source: [fileId] } });
    expect((await audit("export")).stdout).not.toMatch(/xylotron|bar\b|need/i);
  });

  it("is verified by a command, also against a head that was kept", async () => {
    const { code, stdout } = await audit("verify");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+ entries, none of them changed/)]);
    const [, head = ""] = /^Head (\S+)$/m.exec(stdout) ?? [];
    expect(await audit("verify", "--head", head)).toMatchObject({ code: 0 });
    const [seq, hash] = head.split(":");
    expect(await audit("verify", "--head", `${Number(seq) + 2}:${hash}`)).toMatchObject({
      code: 1,
      stdout: `Entries ${Number(seq) + 1} to ${Number(seq) + 2} were removed from the end.\n`,
    });
    expect(await audit("verify", "--head", "yesterday")).toMatchObject({ code: 2 });
  });
});

it("a service without it writes none", async () => {
  const server = await startServer();
  await server.ingestAndWait("a.md", "text");
  expect((await runCommand(["audit", "export"], server.dataFolder)).stdout).toBe("");
  expect((await runCommand(["audit", "verify"], server.dataFolder)).stdout).toBe("The audit log is empty.\n");
  await server.close();
});
