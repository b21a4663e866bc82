import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebhookStage, type WebhookStage } from "../../testing/webhook-stage.ts";

describe("listWebhooks", () => {
  let stage: WebhookStage;
  beforeAll(async () => {
    stage = await startWebhookStage();
  });
  afterAll(() => stage.close());

  it("lists the webhooks of the project, and needs a token that may manage", async () => {
    const webhook_id = await stage.add();
    expect((await stage.as(stage.manage, "GET", "/webhooks")).body).toMatchObject({
      webhooks: [
        {
          ...{ webhook_id, types: null, last_event_id: "0" },
          ...{ waiting: 0, dead: 0, last_error: null, disabled: null },
        },
      ],
      total: 1,
    });
    expect((await stage.as(stage.otherManage, "GET", "/webhooks")).body).toEqual({ webhooks: [], total: 0 });
    expect((await stage.as(stage.full, "GET", "/webhooks")).status).toBe(403);
  });
});
