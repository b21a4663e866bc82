import { afterEach, expect, test } from "vitest";
import { createMemoryOwnershipStore } from "../../src/ownership/memory-ownership-store.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import type { SomeOptions } from "./proxy-under-test.ts";
import { type ScopedProxy, startScopedProxy } from "./scoped-proxy.ts";

/** A conversation belongs to the caller that began it. */
export function scopesHoldConversations(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  const start = async (options: SomeOptions = {}) => {
    scoped = await startScopedProxy(adapter, options);
  };
  afterEach(() => scoped.under.close());

  const ask = (user: string, body: object, accept = "application/json") =>
    scoped.as(user, "POST", "/ask-sources", { body: { question: "?", ...body }, headers: { accept } });
  const continued = () => JSON.parse(scoped.seen().at(-1)?.body ?? "{}").conversation_id;

  test.each(["application/json", "text/event-stream"])(
    "are continued by who began them: %s",
    async (accept) => {
      await start();
      const began = await ask("anna", {}, accept);
      const id = /"conversation_id":"([^"]+)"/.exec(began.text)?.[1];
      expect(id).toBeDefined();
      expect(continued()).toBeUndefined();
      expect((await ask("anna", { conversation_id: id }, accept)).text).toContain(
        `"conversation_id":"${id}"`,
      );
      expect(continued()).toBe(id);
    },
  );

  test("another's is like one that never was: a new one begins", async () => {
    await start();
    const id = (await ask("anna", {})).json<{ conversation_id: string }>().conversation_id;
    for (const foreign of [id, "never"]) {
      const reply = await ask("bob", { conversation_id: foreign });
      expect(reply.status).toBe(200);
      expect(reply.json().conversation_id).not.toBe(foreign);
      expect(continued()).toBeUndefined();
    }
  });

  test("an event that is sent in pieces passes whole, after its conversation was recorded", async () => {
    const claimed: string[] = [];
    const memory = createMemoryOwnershipStore();
    await start({
      ownership: {
        ...memory,
        claim: async (kind, id, caller) => {
          claimed.push(`${kind} ${id}`);
          return memory.claim(kind, id, caller);
        },
      },
    });
    const events =
      ': hello\n\nevent: delta\ndata: {"text":"ä ö ü 漢字"}\n\n' +
      'event: answer\r\ndata: {"conversation_id":\r\ndata: "c-split","answer":"ü"}\r\n\r\n';
    scoped.under.upstream.handle((request, response, incoming) => {
      if (request.method === "GET") return scoped.service.handle(request, response, incoming);
      incoming.resume();
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      const bytes = Buffer.from(events);
      const next = (at: number) => {
        if (at >= bytes.length) return void response.end();
        response.write(bytes.subarray(at, at + 3), () => setImmediate(next, at + 3));
      };
      next(0);
    });
    expect((await ask("anna", {}, "text/event-stream")).text).toBe(events);
    expect(claimed).toEqual(["conversation c-split"]);
  });

  test("a conversation that cannot be recorded is not told", async () => {
    const memory = createMemoryOwnershipStore();
    const failing: string[] = ["conversation"];
    await start({
      ownership: {
        ...memory,
        claim: async (kind, id, caller) => {
          if (failing.includes(kind)) throw new Error("no database at 10.0.0.7");
          return memory.claim(kind, id, caller);
        },
      },
    });
    const streamed = await ask("anna", {}, "text/event-stream");
    expect(streamed.text).toContain("event: delta");
    expect(streamed.text).toContain("event: error");
    expect(streamed.text).not.toMatch(/conversation_id|10\.0\.0\.7/);
    const plain = await ask("anna", {});
    expect(plain.status).toBe(500);
    expect(plain.text).not.toMatch(/conversation_id|10\.0\.0\.7/);
    failing.push("answer");
    const unnamed = await ask("anna", {}, "text/event-stream");
    expect(unnamed.text).toMatch(/^event: error\n/);
    expect(unnamed.text).not.toMatch(/answer_id|10\.0\.0\.7/);
  });
}
