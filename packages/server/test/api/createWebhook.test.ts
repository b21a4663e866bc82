import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebhookStage, type WebhookStage } from "../../testing/webhook-stage.ts";

describe("createWebhook", () => {
  let stage: WebhookStage;
  beforeAll(async () => {
    stage = await startWebhookStage();
  });
  afterAll(() => stage.close());

  it("adds a webhook, and shows its secret in this answer alone", async () => {
    const { status, headers, body } = await stage.as(stage.manage, "POST", "/webhooks", {
      url: "https://app.example.com/hook",
      types: ["run.ended"],
    });
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toMatchObject({ url: "https://app.example.com/hook", types: ["run.ended"] });
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await stage.as(stage.manage, "GET", "/webhooks");
    expect(JSON.stringify(listed.body)).not.toContain("whsec_");
  });

  it("400 for an address in this network, another type or none, 403 for a token that may not manage", async () => {
    const add = (token: string, body: object) => stage.as(token, "POST", "/webhooks", body);
    expect(await add(stage.manage, { url: "http://127.0.0.1/hook" })).toMatchObject({
      status: 400,
      body: {
        detail: "Invalid input: no event can be sent to this address: 127.0.0.1 is not a public address",
      },
    });
    expect(await add(stage.manage, {})).toMatchObject({
      status: 400,
      body: { detail: "Invalid input: url is required" },
    });
    const url = "https://app.example.com/hook";
    expect((await add(stage.manage, { url, types: ["build.begun"] })).status).toBe(400);
    expect((await add(stage.manage, { url, types: [] })).status).toBe(400);
    expect((await add(stage.full, { url })).status).toBe(403);
  });
});
