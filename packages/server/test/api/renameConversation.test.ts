import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConversationServer, startConversationServer } from "../../testing/conversations.ts";

describe("renameConversation", () => {
  let managed: ConversationServer;
  let path: string;
  beforeAll(async () => {
    managed = await startConversationServer();
    path = `/conversations/${(await managed.ask("Who founded the company?")).conversation_id}`;
  });
  afterAll(() => managed.close());

  const rename = (body: object, to = path) => managed.server.call("PATCH", to, body);

  it("gives it a title, which stays", async () => {
    expect(await rename({ title: " The founder " })).toMatchObject({
      status: 200,
      body: { title: "The founder", turn_count: 1 },
    });
    expect((await managed.server.call("GET", path)).body).toMatchObject({ title: "The founder" });
  });

  it.each([
    [{}, "title is required"],
    [{ title: "" }, "title is required"],
    [{ title: "  " }, "title is required"],
    [{ title: "x".repeat(201) }, "Invalid input: title must NOT have more than 200 characters"],
  ])("%j: %s", async (body, detail) => {
    expect(await rename(body)).toMatchObject({ status: 400, body: { detail } });
  });

  it("404 for an unknown one and for one of another project, 403 for a read-only token", async () => {
    const title = "Mine";
    expect((await rename({ title }, "/conversations/unknown")).status).toBe(404);
    expect((await managed.as(managed.otherToken, "PATCH", path, { title })).status).toBe(404);
    const reader = await managed.tokenFor({ readOnly: true });
    expect(await managed.as(reader, "PATCH", path, { title })).toMatchObject({
      status: 403,
      body: { detail: "Permission denied" },
    });
  });
});
