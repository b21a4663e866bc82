import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebhookStage, type WebhookStage } from "../../testing/webhook-stage.ts";

describe("deleteWebhook", () => {
  let stage: WebhookStage;
  beforeAll(async () => {
    stage = await startWebhookStage();
  });
  afterAll(() => stage.close());

  it("removes the project's own webhook once", async () => {
    const id = await stage.add();
    const remove = (token: string) => stage.as(token, "DELETE", `/webhooks/${id}`);
    expect((await remove(stage.full)).status).toBe(403);
    expect(await remove(stage.otherManage)).toMatchObject({
      status: 404,
      body: { detail: "Webhook not found" },
    });
    expect(await remove(stage.manage)).toMatchObject({ status: 200, body: { webhook_id: id } });
    expect((await remove(stage.manage)).status).toBe(404);
    expect((await stage.as(stage.manage, "DELETE", `/webhooks/${"x".repeat(257)}`)).status).toBe(400);
  });
});
