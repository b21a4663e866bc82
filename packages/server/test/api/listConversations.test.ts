import type { ConversationPage } from "@headwater/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConversationServer, startConversationServer } from "../../testing/conversations.ts";

describe("listConversations", () => {
  let managed: ConversationServer;
  const ids: string[] = [];
  beforeAll(async () => {
    managed = await startConversationServer();
    for (const question of ["Who founded the company?", "What color is the kettle?", "Who?"])
      ids.push((await managed.ask(question)).conversation_id);
    await managed.ask("What color is the kettle?", { conversation_id: ids[0] });
  });
  afterAll(() => managed.close());

  const list = async (query = "") =>
    (await managed.server.call<ConversationPage>("GET", `/conversations${query}`)).body;

  it("lists all, the one with the latest question first, titled by the first question", async () => {
    const page = await list();
    expect(page.items.map(({ conversation_id }) => conversation_id)).toEqual([ids[0], ids[2], ids[1]]);
    expect(page.items[0]).toMatchObject({ title: "Who founded the company?", turn_count: 2 });
    expect(page).toMatchObject({ total: 3, page: null, page_size: null, total_pages: null });
  });

  it("gives pages; past the end they are empty; one of the two alone means no paging", async () => {
    const second = await list("?page=2&page_size=2");
    expect(second.items.map(({ conversation_id }) => conversation_id)).toEqual([ids[1]]);
    expect(second).toMatchObject({ total: 3, page: 2, page_size: 2, total_pages: 2 });
    expect((await list("?page=9&page_size=2")).items).toEqual([]);
    expect((await list("?page=2")).items).toHaveLength(3);
  });

  it("shows a project its own only", async () => {
    const { body } = await managed.as(managed.otherToken, "GET", "/conversations");
    expect(body).toMatchObject({ items: [], total: 0 });
  });

  it.each([
    ["?page=0&page_size=2", "page must be 1 or greater"],
    ["?page=1&page_size=101", "page_size must be between 1 and 100"],
  ])("%s: %s", async (query, detail) => {
    expect(await managed.server.call("GET", `/conversations${query}`)).toMatchObject({
      status: 400,
      body: { detail },
    });
  });
});
