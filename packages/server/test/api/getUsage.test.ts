import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProjectWithToken } from "../../src/auth/first-project.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { dayOf } from "../../src/usage/day.ts";
import { type ManagedServer, startManagedServer } from "../../testing/managed-server.ts";

describe("getUsage", () => {
  let managed: ManagedServer;
  let readOnly: string;
  const text = "# Pump\n\nThe pump runs at 40 bar.";
  beforeAll(async () => {
    managed = await startManagedServer();
    readOnly = await managed.tokenFor({ readOnly: true });
    await managed.server.ingestAndWait("pump.md", text);
    await managed.server.ingestAndWait("copy.md", text);
    await managed.server.call("POST", "/ask-sources", { question: "At which pressure does the pump run?" });
    await managed.server.call("POST", "/prebuilt-rag", { query: "pump" });
    expect((await managed.server.call("POST", "/ask-sources", {})).status).toBe(400);
  });
  afterAll(() => managed.close());

  it("answers what the project keeps and has used today; what was refused or copied does not count", async () => {
    const { status, body } = await managed.as(readOnly, "GET", "/usage");
    expect(status).toBe(200);
    const today = dayOf(new Date());
    expect(body).toEqual({
      project: "default",
      limits: [
        { name: "bytes", used: 2 * text.length, limit: null },
        { name: "sources", used: 2, limit: null },
        { name: "pages_per_day", used: 1, limit: null },
        { name: "questions_per_day", used: 2, limit: null },
        { name: "tokens_per_day", used: 0, limit: null },
        { name: "concurrent_builds", used: 0, limit: null },
      ],
      resets_at: new Date(Date.parse(today) + 86_400_000).toISOString(),
      days: [{ day: today, questions: 2, pages: 1, models: [] }],
    });
  });

  it("answers days before, and nothing of another project", async () => {
    const { projects, usage } = managed.stores;
    const other = await createProjectWithToken("other", { projects, clock: systemClock });
    const { projectId } = other.project;
    const count = { projectId, purpose: "language", model: "openai:m", amount: 7 };
    const day = dayOf(new Date(Date.now() - 3 * 86_400_000));
    await usage.add([{ ...count, day, what: "tokens_in" }]);
    await usage.setLimits(projectId, { tokens_per_day: 100 });
    const ask = (days: string) => managed.as(other.secret, "GET", `/usage${days}`);
    expect((await ask("?days=3")).body).toMatchObject({ project: "other", days: [] });
    expect((await ask("?days=4")).body).toMatchObject({
      days: [
        {
          day,
          models: [
            { purpose: "language", model: "openai:m", calls: 0, tokens_in: 7, tokens_out: 0, model_ms: 0 },
          ],
        },
      ],
    });
    expect((await ask("")).body.limits).toContainEqual({ name: "tokens_per_day", used: 0, limit: 100 });
  });

  it("400 for days out of range, 401 without a token", async () => {
    expect((await managed.as(readOnly, "GET", "/usage?days=91")).status).toBe(400);
    expect((await managed.as("wrong", "GET", "/usage")).status).toBe(401);
  });
});
