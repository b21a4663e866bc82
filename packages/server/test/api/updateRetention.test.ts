import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebhookStage, type WebhookStage } from "../../testing/webhook-stage.ts";

describe("updateRetention", () => {
  let stage: WebhookStage;
  beforeAll(async () => {
    stage = await startWebhookStage();
  });
  afterAll(() => stage.close());

  const change = (body: unknown, token = stage.manage) => stage.as(token, "PATCH", "/retention", body);

  it("changes what it names, and answers all", async () => {
    expect(await change({ conversation_days: 90, original_days: 1 })).toMatchObject({
      status: 200,
      body: { conversation_days: 90, run_days: null, original_days: 1 },
    });
    expect((await change({ original_days: null })).body).toEqual({
      ...{ conversation_days: 90, run_days: null, original_days: null },
    });
    expect((await change({})).body).toMatchObject({ conversation_days: 90 });
  });

  it.each([0, -1, 1.5, 36_501, "soon"])("refuses %s as a number of days", async (run_days) => {
    const { status, body } = await change({ run_days });
    expect(status).toBe(400);
    expect(body.detail).toContain("run_days");
    expect((await stage.as(stage.manage, "GET", "/retention")).body).toMatchObject({ run_days: null });
  });

  it("needs a token that may manage the project", async () => {
    expect((await change({ run_days: 1 }, stage.full)).status).toBe(403);
  });
});
