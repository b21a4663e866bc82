import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerIdOf, askForEvents, eventsOf } from "../../testing/answer-stream.ts";
import { type ConversationServer, startConversationServer } from "../../testing/conversations.ts";
import { filesWith } from "../../testing/files-with.ts";

describe("deleteConversation", () => {
  let managed: ConversationServer;
  beforeAll(async () => {
    managed = await startConversationServer();
  });
  afterAll(() => managed.close());

  // PostgreSQL keeps what was deleted in its files until it is vacuumed.
  const inOwnFolder = it.skipIf(process.env.HEADWATER_TEST_DATABASE === "postgres");
  inOwnFolder("removes its questions, answers and kept answers, from the files too", async () => {
    const { server } = managed;
    const question = "What color is the zqxkettle?";
    const stream = await askForEvents(server, { question }, { "idempotency-key": "zqxkey" });
    const events = await stream.text();
    const id = String(eventsOf(events).at(-1)?.data.conversation_id);
    expect(await filesWith(server.dataFolder, "zqxkettle")).not.toEqual([]);
    expect(await server.call("DELETE", `/conversations/${id}`)).toMatchObject({
      status: 200,
      body: { conversation_id: id, message: "Conversation deleted successfully" },
    });
    expect(await filesWith(server.dataFolder, "zqxkettle")).toEqual([]);
    expect(await filesWith(server.dataFolder, "zqxkey")).toEqual([]);
    expect((await server.call("GET", `/conversations/${id}`)).status).toBe(404);
    expect((await server.call("DELETE", `/conversations/${id}`)).status).toBe(404);
    expect((await server.call("GET", `/answers/${answerIdOf(events)}/events`)).status).toBe(404);
    // A follow-up begins a new one.
    expect((await managed.ask("Who?", { conversation_id: id })).conversation_id).not.toBe(id);
  });

  it("404 for an unknown one and for one of another project, 403 for a read-only token", async () => {
    const { conversation_id } = await managed.ask("Who founded the company?");
    const path = `/conversations/${conversation_id}`;
    expect((await managed.server.call("DELETE", "/conversations/unknown")).status).toBe(404);
    expect((await managed.as(managed.otherToken, "DELETE", path)).status).toBe(404);
    const reader = await managed.tokenFor({ readOnly: true });
    expect((await managed.as(reader, "DELETE", path)).status).toBe(403);
    expect((await managed.server.call("GET", path)).status).toBe(200);
  });
});
