import { afterEach, describe, expect, test } from "vitest";
import { createMemoryOwnershipStore } from "../../src/ownership/memory-ownership-store.ts";
import type { OwnershipStore } from "../../src/ownership/ownership-store.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import type { SomeOptions } from "./proxy-under-test.ts";
import { type ScopedProxy, secret, startScopedProxy, upload } from "./scoped-proxy.ts";

/** A store of owners that fails or forgets opens nothing. */
export function scopesFailClosed(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  const start = async (options: SomeOptions = {}) => {
    scoped = await startScopedProxy(adapter, options);
  };
  afterEach(() => scoped.under.close());

  describe("probes", () => {
    test("are open to every caller", async () => {
      await start();
      expect((await scoped.as("zoe", "GET", "/readyz?x=1")).status).toBe(200);
      expect((await scoped.as("zoe", "GET", "/healthz")).status).toBe(200);
    });
  });

  describe("a store that fails", () => {
    const failing: [string, OwnershipStore][] = [
      ["rejects", failingStore(() => Promise.reject(new Error("no database at 10.0.0.7")))],
      [
        "throws",
        failingStore(() => {
          throw new Error("no database at 10.0.0.7");
        }),
      ],
    ];
    test.each(failing)("that %s closes", async (_how, ownership) => {
      await start({ ownership });
      for (const [method, path, sent] of [
        ["GET", "/", {}],
        ["GET", "/builds/b1", {}],
        ["GET", `/get-elements?file_id=f-${secret}-bob`, {}],
        ["POST", "/ask-sources", { body: { question: "?" } }],
        ["POST", "/ask-sources", { body: { question: "?", conversation_id: "c1" } }],
        ["POST", "/ingest-file", upload],
        ["DELETE", "/delete", { body: { file_id: "f-given" } }],
      ] as const) {
        const reply = await scoped.as("anna", method, path, sent);
        expect(reply.status, path).toBe(503);
        expect(reply.json().detail).toBe("Access cannot be checked at the moment. Try again later");
      }
      expect(scoped.seen()).toEqual([]);
      await expect
        .poll(() => scoped.under.events)
        .toContainEqual(
          expect.objectContaining({ type: "failed", stage: "ownership", error: expect.any(Error) }),
        );
    });

    test("a lookup of files that fails closes", async () => {
      await start();
      scoped.scopes.anna = {
        caller: "anna",
        files: () => Promise.reject(new Error("no database at 10.0.0.7")),
      };
      const reply = await scoped.as("anna", "GET", "/");
      expect(reply.status).toBe(500);
      expect(reply.text).not.toContain("10.0.0.7");
      scoped.scopes.anna = { caller: "anna", files: async () => ["f-given,f-other"] };
      expect((await scoped.as("anna", "GET", "/")).status).toBe(500);
      expect(scoped.seen()).toEqual([]);
    });

    test("a store that has forgotten everything shows nothing of anybody's", async () => {
      const ownership = createMemoryOwnershipStore({ maxEntries: 1 });
      await start({ ownership });
      const own = await scoped.ingest("anna");
      await ownership.claim("file", "another", "bob");
      expect((await scoped.as("anna", "GET", `/get-elements?file_id=${own}`)).status).toBe(404);
      expect((await scoped.as("bob", "GET", `/get-elements?file_id=${own}`)).status).toBe(404);
    });
  });
}

const failingStore = (fail: () => Promise<never>): OwnershipStore => ({
  claim: fail,
  ownerOf: fail,
  listOwned: fail,
  release: fail,
});
