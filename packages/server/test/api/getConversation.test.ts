import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConversationServer, startConversationServer } from "../../testing/conversations.ts";

describe("getConversation", () => {
  let managed: ConversationServer;
  beforeAll(async () => {
    managed = await startConversationServer();
  });
  afterAll(() => managed.close());

  const read = (id: string) => managed.server.call("GET", `/conversations/${id}`);

  it("shows the turns with the very citations of their answers", async () => {
    const first = await managed.ask("Who founded the company?");
    const { conversation_id } = first;
    const second = await managed.ask("What color is the kettle?", { conversation_id });
    const { status, body } = await read(conversation_id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ conversation_id, title: "Who founded the company?", turn_count: 2 });
    expect(body.turns).toMatchObject([
      { question: "Who founded the company?", answer: first.answer },
      { question: "What color is the kettle?", answer: second.answer },
    ]);
    const turns = body.turns as { citations: unknown }[];
    expect(turns.map(({ citations }) => JSON.stringify(citations))).toEqual(
      [first, second].map(({ citations }) => JSON.stringify(citations)),
    );
  });

  it("404 for an unknown one and for one of another project", async () => {
    const { conversation_id } = await managed.ask("Who founded the company?");
    const detail = "Conversation not found";
    expect(await read("unknown")).toMatchObject({ status: 404, body: { detail } });
    expect(await managed.as(managed.otherToken, "GET", `/conversations/${conversation_id}`)).toMatchObject({
      status: 404,
      body: { detail },
    });
  });
});
