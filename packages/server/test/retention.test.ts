import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesWith } from "../testing/files-with.ts";
import { runCommand } from "../testing/run-command.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { openTestDatabase } from "../testing/test-database.ts";

const canary = "zqxcanaryword";
const other = "zqxotherword";

describe("a project that keeps things for some days", () => {
  let dataFolder: string;
  let server: TestServer;
  let conversationId: string;
  let fileId: string;
  const closing: (() => Promise<void>)[] = [];
  const audited = { HEADWATER_AUDIT: "on" };
  const retention = (...args: string[]) =>
    runCommand(["project", "retention", "default", ...args], dataFolder, audited);
  const original = () =>
    server.fetch(`${server.baseUrl}/${fileId}/content`, {
      headers: { authorization: `Bearer ${server.token}` },
    });

  beforeAll(async () => {
    const first = await startServer(audited);
    ({ dataFolder } = first);
    closing.push(first.close);
    server = first;
    const build = await server.ingestAndWait("pump.md", "# Pump\n\nThe pump needs 40 bar.");
    fileId = build.file_id ?? "";
    await server.ingestAndWait("young.md", "The young valve leaks.");
    const ask = async (question: string) => {
      const { body } = await server.call<{ conversation_id: string }>("POST", "/ask-sources", { question });
      return body.conversation_id;
    };
    conversationId = await ask(`What does the pump need, ${canary}?`);
    await ask(`What does the pump need, ${other}?`);
    await first.stop();
    const database = await openTestDatabase(dataFolder);
    const old = "2026-01-01T00:00:00.000Z";
    await database
      .updateTable("conversations")
      .set({ updated_at: old })
      .where("conversation_id", "=", conversationId)
      .execute();
    await database.updateTable("sources").set({ created_at: old }).where("file_id", "=", fileId).execute();
    await database.destroy();
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  const start = async () => {
    server = await startServer({ ...audited, HEADWATER_DATA: dataFolder });
    closing.unshift(server.stop);
  };

  it("keeps everything until it is set", async () => {
    expect(await filesWith(dataFolder, canary)).not.toEqual([]);
    await start();
    expect((await original()).status).toBe(200);
    const shown = await retention();
    expect(shown.stdout).toMatch(/conversations +none .*\n *runs +none .*\n *originals +none/);
    expect(await retention("--runs", "0")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--runs takes a number of days from 1 to 36500, or none."),
    });
    expect((await retention("--conversations", "30", "--originals", "30")).stdout).toMatch(
      /conversations +30 .*\n *runs +none .*\n *originals +30/,
    );
    await server.stop();
  });

  it("leaves nothing of an old conversation in the data folder, and keeps the others", async () => {
    await start();
    const find = () => server.call("GET", `/conversations/${conversationId}`);
    await expect.poll(async () => (await find()).status).toBe(404);
    await expect.poll(original).toMatchObject({ status: 410 });
    // Reading the files of a database that this process has open would release its locks, and a command could undo them.
    await server.stop();
    expect(await filesWith(dataFolder, canary)).toEqual([]);
    expect(await filesWith(dataFolder, other)).not.toEqual([]);
    await start();
  });

  it("removes an old original, says so, and answers from what was read", async () => {
    const gone =
      "The original of this source was removed, as its project keeps originals for a limited time. What was read from it stays.";
    expect(await (await original()).json()).toEqual({ detail: gone, message: gone });
    const { body } = await server.call<{ answer: string }>("POST", "/ask-sources", {
      question: "What does the pump need?",
    });
    expect(body.answer).toContain("40 bar");
    const again = await server.call<{ detail: string }>("POST", "/reprocess", { file_id: fileId });
    expect(again).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("Upload the file again") },
    });
    const { body: usage } = await server.call<{ limits: unknown[] }>("GET", "/usage");
    const youngBytes = "The young valve leaks.".length;
    expect(usage.limits).toContainEqual({ name: "bytes", used: youngBytes, limit: null });
    expect(usage.limits).toContainEqual({ name: "sources", used: 2, limit: null });
  });

  it("records what was set and what was removed", async () => {
    const { stdout } = await runCommand(["audit", "export"], dataFolder, audited);
    const entries = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({
        operation: "project retention",
        subjects: expect.objectContaining({ setting: ["conversationDays", "originalDays"] }),
      }),
    );
    const removed = entries.filter(({ operation }) => operation === "removeOld");
    expect(removed.map(({ subjects }) => subjects)).toEqual([
      { conversation: [conversationId] },
      { source: [fileId] },
    ]);
  });

  it("starts again without a word about the missing bytes, and takes the same file anew", async () => {
    await server.stop();
    const doctor = await runCommand(["doctor"], dataFolder);
    expect(doctor.stdout).not.toContain("missing");
    await start();
    const build = await server.ingestAndWait("pump.md", "# Pump\n\nThe pump needs 40 bar.");
    expect(build.status).toBe("Completed");
    expect((await original()).status).toBe(410);
    fileId = build.file_id ?? "";
    expect((await original()).status).toBe(200);
    await server.stop();
  });
});
