import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebhookStage, type WebhookStage } from "../../testing/webhook-stage.ts";

describe("getRetention", () => {
  let stage: WebhookStage;
  beforeAll(async () => {
    stage = await startWebhookStage();
  });
  afterAll(() => stage.close());

  it("says how long the project keeps things: for ever until that is changed", async () => {
    const get = async (token: string) => stage.as(token, "GET", "/retention");
    const forEver = { conversation_days: null, run_days: null, original_days: null };
    expect(await get(stage.manage)).toMatchObject({ status: 200, body: forEver });
    await stage.as(stage.manage, "PATCH", "/retention", { run_days: 3 });
    expect((await get(stage.manage)).body).toEqual({ ...forEver, run_days: 3 });
    expect((await get(stage.otherManage)).body).toEqual(forEver);
    expect((await get(stage.full)).body).toEqual({ ...forEver, run_days: 3 });
  });
});
