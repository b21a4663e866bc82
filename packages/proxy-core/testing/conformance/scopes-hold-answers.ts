import { afterEach, describe, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ScopedProxy, secret, startScopedProxy } from "./scoped-proxy.ts";

/** Streamed answers and conversations are their caller's own. */
export function scopesHoldAnswers(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  const start = async () => {
    scoped = await startScopedProxy(adapter);
  };
  afterEach(() => scoped.under.close());

  const ask = (user: string, headers: Record<string, string> = {}) =>
    scoped.as(user, "POST", "/ask-sources", {
      body: { question: "?" },
      headers: { accept: "text/event-stream", ...headers },
    });
  const begin = async (user: string) => {
    const { text } = await ask(user);
    const [, answerId = ""] = /"answer_id":"([^"]+)"/.exec(text) ?? [];
    const [, conversationId = ""] = /"conversation_id":"([^"]+)"/.exec(text) ?? [];
    return { text, answerId, conversationId };
  };

  describe("streamed answers of a scoped caller", () => {
    test("are resumed from any event, byte for byte", async () => {
      await start();
      const { text, answerId } = await begin("anna");
      const events = text.split(/(?<=\n\n)/);
      expect(events).toHaveLength(5);
      const path = `/answers/${answerId}/events`;
      expect((await scoped.as("anna", "GET", path)).text).toBe(text);
      for (const after of events.keys()) {
        const rest = await scoped.as("anna", "GET", path, { headers: { "last-event-id": String(after) } });
        expect(events.slice(0, after).join("") + rest.text).toBe(text);
      }
      const none = await scoped.as("anna", "GET", path, { headers: { "last-event-id": "5" } });
      expect([none.status, none.text]).toEqual([204, ""]);
    });

    test("another's is like one that never was, and is not asked for", async () => {
      await start();
      const { answerId } = await begin("anna");
      scoped.seen();
      for (const id of [answerId, "never"]) {
        for (const [method, path] of [
          ["GET", `/answers/${id}/events`],
          ["DELETE", `/answers/${id}`],
        ] as const) {
          const reply = await scoped.as("bob", method, path);
          expect(reply.status).toBe(404);
          expect(reply.json()).toMatchObject({ detail: "Answer not found. It may have expired. Ask again." });
        }
      }
      expect(scoped.seen()).toEqual([]);
      expect((await scoped.as("anna", "DELETE", `/answers/${answerId}`)).json()).toMatchObject({
        stopped: true,
      });
    });

    test("one that cites a file which the caller has lost is not resumed, from no event on", async () => {
      await start();
      const { files: given = [] } = scoped.scopes.anna ?? {};
      const own = await scoped.ingest("anna");
      const { answerId } = await begin("anna");
      const resume = (after: string) =>
        scoped.as("anna", "GET", `/answers/${answerId}/events`, { headers: { "last-event-id": after } });
      expect((await resume("0")).status).toBe(200);

      scoped.scopes.anna = { ...scoped.scopes.anna, caller: "anna", files: [] };
      for (const after of ["0", "3", "4", "5"]) {
        const reply = await resume(after);
        expect([reply.status, reply.json().detail]).toEqual([
          404,
          "Answer not found. It may have expired. Ask again.",
        ]);
      }
      scoped.scopes.anna = { ...scoped.scopes.anna, files: given };
      expect((await resume("0")).status).toBe(200);

      // The answer names the caller's own file as a copy.
      await scoped.as("anna", "DELETE", "/delete", { body: { file_id: own } });
      expect((await resume("3")).status).toBe(404);
    });

    test("one that comes to cite a lost file while it is resumed ends before the text of that file", async () => {
      await start();
      const { answerId } = await begin("anna");
      const event = (id: number, name: string, data: unknown) =>
        `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
      const hidden = { file_id: `f-${secret}-bob`, text_preview: secret };
      scoped.under.upstream.handle((request, response, incoming) => {
        incoming.resume();
        if (request.headers.accept === "application/json") {
          response.writeHead(200, { "content-type": "application/json" });
          return response.end(JSON.stringify({ answer_id: answerId, cited_file_ids: ["f-given"] }));
        }
        response.writeHead(200, { "content-type": "text/event-stream" });
        const events = [
          event(1, "delta", { text: "seen" }),
          event(2, "citation", hidden),
          event(3, "delta", { text: secret }),
          event(4, "answer", { answer: secret, citations: [hidden] }),
        ];
        return response.end(events.join(""));
      });
      const { status, text } = await scoped.as("anna", "GET", `/answers/${answerId}/events`);
      expect(status).toBe(200);
      expect(text).toContain("seen");
      expect(text).toMatch(/event: error\ndata: .*Answer not found/);
      expect(text).not.toContain(secret);
    });

    test("a run of a flow is not resumed once the caller has lost the flow", async () => {
      await start();
      scoped.scopes.bob = { ...scoped.scopes.anna, caller: "bob" };
      const run = await scoped.as("anna", "POST", "/flows/support", {
        body: { query: "?" },
        headers: { accept: "text/event-stream" },
      });
      const [, runId = ""] = /"run_id":\s*"([^"]+)"/.exec(run.text) ?? [];
      expect(runId).not.toBe("");
      const resume = (user: string) => scoped.as(user, "GET", `/flows/support/runs/${runId}/events`);
      expect((await resume("anna")).status).toBe(200);
      expect((await resume("bob")).status).toBe(404);
      scoped.scopes.anna = { caller: "anna", files: ["f-given"] };
      expect((await resume("anna")).status).toBe(404);
    });

    test("a conversation that is first named in the resumed part is the caller's", async () => {
      await start();
      scoped.under.upstream.handle((request, response, incoming) => {
        if (request.method !== "POST") return scoped.service.handle(request, response, incoming);
        incoming.resume();
        // The connection ends after the first event.
        const first = 'id: 1\nevent: status\ndata: {"answer_id":"a-cut"}\n\n';
        scoped.service.conversations.add("c-late");
        scoped.service.answers.set(
          "a-cut",
          `${first}id: 2\nevent: answer\ndata: {"answer":"x","conversation_id":"c-late"}\n\n`,
        );
        response.writeHead(200, { "content-type": "text/event-stream" }).end(first);
      });
      await ask("anna");
      expect((await scoped.as("anna", "GET", "/conversations/c-late")).status).toBe(404);
      await scoped.as("anna", "GET", "/answers/a-cut/events", { headers: { "last-event-id": "1" } });
      expect((await scoped.as("anna", "GET", "/conversations/c-late")).status).toBe(200);
      expect((await scoped.as("bob", "GET", "/conversations/c-late")).status).toBe(404);
    });

    test("the same Idempotency-Key of two callers is not the same to the service", async () => {
      await start();
      const keyOf = async (user: string, key: string) => {
        await ask(user, { "idempotency-key": key });
        return scoped.seen().at(-1)?.headers["idempotency-key"];
      };
      const anna = await keyOf("anna", "k");
      expect(anna).toMatch(/^[0-9a-f]{64}$/);
      expect(await keyOf("anna", "k")).toBe(anna);
      expect(await keyOf("anna", "l")).not.toBe(anna);
      expect(await keyOf("bob", "k")).not.toBe(anna);
    });
  });

  describe("conversations of a scoped caller", () => {
    test("are listed alone, in pages of their own", async () => {
      await start();
      const own: string[] = [];
      for (const user of ["anna", "bob", "anna", "bob", "anna"]) {
        const { conversationId } = await begin(user);
        if (user === "anna") own.unshift(conversationId);
      }
      const list = async (query = "") =>
        (await scoped.as("anna", "GET", `/conversations${query}`)).json<{
          items: { conversation_id: string }[];
          total: number;
        }>();
      const idsOf = ({ items }: Awaited<ReturnType<typeof list>>) =>
        items.map(({ conversation_id }) => conversation_id);
      const all = await list();
      expect(idsOf(all)).toEqual(own);
      expect(all).toMatchObject({ total: 3, page: null });
      const second = await list("?page=2&page_size=2");
      expect(idsOf(second)).toEqual(own.slice(2));
      expect(second).toMatchObject({ total: 3, page: 2, page_size: 2, total_pages: 2 });
      const refused = await scoped.as("anna", "GET", "/conversations?page=1&page_size=101");
      expect(refused.status).toBe(400);
      expect((await scoped.as("zoe", "GET", "/conversations")).json()).toMatchObject({ items: [], total: 0 });
    });

    test("are read, renamed and deleted by who began them; to others they are unknown", async () => {
      await start();
      const { conversationId } = await begin("anna");
      const path = `/conversations/${conversationId}`;
      scoped.seen();
      for (const [method, body] of [["GET"], ["PATCH", { title: "Mine" }], ["DELETE"]] as const) {
        const reply = await scoped.as("bob", method, path, body ? { body } : {});
        expect([reply.status, reply.json().detail]).toEqual([404, "Conversation not found"]);
      }
      expect(scoped.seen()).toEqual([]);
      expect((await scoped.as("anna", "GET", path)).status).toBe(200);
      const renamed = await scoped.as("anna", "PATCH", path, { body: { title: "Pump", more: secret } });
      expect(renamed.json()).toMatchObject({ title: "Pump" });
      expect(scoped.seen().at(-1)?.body).toBe('{"title":"Pump"}');
      expect((await scoped.as("anna", "DELETE", path)).status).toBe(200);
      expect((await scoped.as("anna", "GET", path)).status).toBe(404);
    });

    test("turns that cite a file that the caller may not see any more are left out", async () => {
      await start();
      const { conversationId } = await begin("anna");
      const read = await scoped.as("anna", "GET", `/conversations/${conversationId}`);
      expect(read.text).not.toContain(secret);
      expect(read.json()).toMatchObject({ turn_count: 1, turns: [{ answer: "given text" }] });
    });
  });
}
