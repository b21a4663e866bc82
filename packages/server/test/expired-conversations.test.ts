import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createStores } from "../src/adapters/sql/create-stores.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { filesWith } from "../testing/files-with.ts";
import { startServer } from "../testing/start-server.ts";
import { openTestDatabase } from "../testing/test-database.ts";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-expired-"));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const titlesAfterStart = async (environment: Record<string, string>) => {
  const server = await startServer({ HEADWATER_DATA: dataFolder, ...environment });
  try {
    const titles = async () => {
      const { body } = await server.call<{ items: { title: string }[] }>("GET", "/conversations");
      return body.items.map(({ title }) => title).sort();
    };
    await server.call("POST", "/ask-sources", { question: "New?" });
    if (environment.HEADWATER_CONVERSATION_DAYS) await expect.poll(titles).not.toContain("zqxold?");
    return await titles();
  } finally {
    await server.stop();
  }
};

it("conversations are kept for ever, or deleted so many days after their latest question", async () => {
  await (await startServer({ HEADWATER_DATA: dataFolder })).stop();
  const database = await openTestDatabase(dataFolder);
  const { conversations, projects } = createStores(database, systemClock);
  const [project] = await projects.list();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const [question, days] of [
    ["zqxold?", 31],
    ["Young?", 29],
  ] as const)
    await conversations.append(project?.projectId ?? "", question, {
      ...{ question, resolvedQuestion: question, answer: "Yes.", fileIds: [] },
      askedAt: daysAgo(days),
    });
  await database.destroy();
  expect(await titlesAfterStart({})).toEqual(["New?", "Young?", "zqxold?"]);
  expect(await titlesAfterStart({ HEADWATER_CONVERSATION_DAYS: "30" })).toEqual(["New?", "New?", "Young?"]);
  expect(await filesWith(dataFolder, "zqxold")).toEqual([]);
});
