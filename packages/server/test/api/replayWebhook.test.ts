import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebhookStage, type WebhookStage } from "../../testing/webhook-stage.ts";

describe("replayWebhook", () => {
  let stage: WebhookStage;
  beforeAll(async () => {
    stage = await startWebhookStage();
  });
  afterAll(() => stage.close());

  it("sets the project's own webhook back to an event that is kept", async () => {
    const id = await stage.add(["flow.deployed"]);
    await stage.server.ingestAndWait("pump.md", "The pump runs.");
    const replay = (token: string, body: object, of = id) =>
      stage.as(token, "POST", `/webhooks/${of}/replay`, body);
    expect(await replay(stage.manage, { after: "0" })).toMatchObject({
      status: 200,
      body: { webhook_id: id, message: "The events after 0 are sent again" },
    });
    expect(await replay(stage.manage, { after: "2" })).toMatchObject({
      status: 410,
      body: { detail: "Events after 2 are not known any more: they can't be sent again." },
    });
    expect((await replay(stage.manage, { after: "latest" })).status).toBe(400);
    expect((await replay(stage.manage, {})).status).toBe(400);
    expect((await replay(stage.manage, { after: "0" }, "unknown")).status).toBe(404);
    expect((await replay(stage.otherManage, { after: "0" })).status).toBe(404);
    expect((await replay(stage.full, { after: "0" })).status).toBe(403);
  });
});
