import type { FlowTests } from "@headwater/spec";
import { afterEach, describe, expect, test } from "vitest";
import type { FileReady } from "../../src/options/proxy-options.ts";
import { createMemoryOwnershipStore } from "../../src/ownership/memory-ownership-store.ts";
import type { OwnershipStore } from "../../src/ownership/ownership-store.ts";
import { addressOf, bodies, operationIds, operations } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import type { SomeOptions } from "./proxy-under-test.ts";
import { type ScopedProxy, secret, startScopedProxy, upload } from "./scoped-proxy.ts";

const ids = (value: unknown) => (value as { file_id: string }[]).map(({ file_id }) => file_id);

/** Builds, conversations, flows, and the store that remembers their owners. */
export function scopesHoldWork(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  const start = async (options: SomeOptions = {}) => {
    scoped = await startScopedProxy(adapter, options);
  };
  afterEach(() => scoped.under.close());
  const startBuild = async (user: string, path = "/ingest-file", sent = upload) =>
    (await scoped.as(user, "POST", path, sent)).json<{ build_id: string }>().build_id;

  describe("builds", () => {
    test("are followed by who started them; to others they are unknown", async () => {
      await start();
      for (const path of ["/ingest-file", "/ingest-url", "/ingest-github", "/ingest-youtube"]) {
        const sent = path === "/ingest-file" ? upload : { body: { url: "https://x.example" } };
        const build = await startBuild("anna", path, sent);
        expect((await scoped.as("anna", "GET", `/builds/${build}`)).json().status).toBe("Completed");
        const others = await scoped.as("bob", "GET", `/builds/${build}`);
        expect(others.json()).toMatchObject({
          build_id: build,
          status: "not_found",
          success: false,
          file_id: null,
        });
        const never = await scoped.as("bob", "GET", "/builds/never");
        expect(others.text.replaceAll(build, "never")).toBe(never.text);
      }
    });

    test("a file joins its caller even when no caller follows the build", async () => {
      await start();
      scoped.service.newBuilds = "Pending";
      const build = await startBuild("anna");
      expect(ids((await scoped.as("anna", "GET", "/")).json())).toEqual(["f-given"]);
      scoped.service.complete("Processing");
      const own = scoped.service.builds.get(build)?.file_id ?? "";
      expect(ids((await scoped.as("anna", "GET", "/")).json())).toContain(own);
      expect((await scoped.as("anna", "GET", `/get-elements?file_id=${own}`)).status).toBe(200);
      expect((await scoped.as("bob", "GET", `/get-elements?file_id=${own}`)).status).toBe(404);
    });

    test("a file of a finished build can be read at once, before anything else was asked", async () => {
      await start();
      const build = await startBuild("anna");
      const own = scoped.service.builds.get(build)?.file_id ?? "";
      expect((await scoped.as("anna", "GET", `/get-elements?file_id=${own}`)).status).toBe(200);
      expect(
        (await scoped.as("anna", "POST", "/ask-sources", { body: { question: "?", file_ids: [own] } }))
          .status,
      ).toBe(200);
    });

    test("the deprecated operations join their caller too", async () => {
      await start();
      for (const path of [
        "/upload",
        "/upload-url-source",
        "/upload-github-source",
        "/upload-youtube-source",
      ]) {
        const sent = path === "/upload" ? upload : { body: { url: "https://x.example" } };
        const { file_id } = (await scoped.as("anna", "POST", path, sent)).json<{ file_id: string }>();
        expect((await scoped.as("anna", "GET", `/get-elements?file_id=${file_id}`)).status).toBe(200);
        expect((await scoped.as("bob", "GET", `/get-elements?file_id=${file_id}`)).status).toBe(404);
      }
    });

    test("onFileReady is told once per file that is ready", async () => {
      const told: FileReady[] = [];
      await start({ onFileReady: (file) => void told.push(file) });
      scoped.service.newBuilds = "Processing";
      const build = await startBuild("anna");
      await scoped.as("anna", "GET", `/builds/${build}`);
      expect(told).toEqual([]);
      scoped.service.complete();
      await Promise.all([
        scoped.as("anna", "GET", `/builds/${build}`),
        scoped.as("anna", "GET", `/builds/${build}`),
        scoped.as("anna", "GET", "/"),
        scoped.as("bob", "GET", `/builds/${build}`),
      ]);
      await scoped.as("anna", "GET", `/builds/${build}`);
      const fileId = scoped.service.builds.get(build)?.file_id;
      expect(told).toEqual([{ id: build, caller: "anna", fileId, fileName: "new.md", buildId: build }]);
    });

    test("a build that failed is not ready; its file is the caller's to delete", async () => {
      const told: FileReady[] = [];
      await start({ onFileReady: (file) => void told.push(file) });
      const build = await startBuild("anna");
      scoped.service.complete("Processing failed");
      expect((await scoped.as("anna", "GET", `/builds/${build}`)).json().status).toBe("Processing failed");
      expect(told).toEqual([]);
      const file_id = scoped.service.builds.get(build)?.file_id;
      expect((await scoped.as("anna", "DELETE", "/delete", { body: { file_id } })).status).toBe(200);
    });

    test("an onFileReady that fails is reported and told again", async () => {
      let calls = 0;
      await start({
        onFileReady: async () => {
          if (++calls === 1) throw new Error("no database");
        },
      });
      const build = await startBuild("anna");
      const first = await scoped.as("anna", "GET", `/builds/${build}`);
      expect(first.json().status).toBe("Completed");
      await expect
        .poll(() => scoped.under.events)
        .toContainEqual(expect.objectContaining({ type: "failed", stage: "onFileReady" }));
      await scoped.as("anna", "GET", `/builds/${build}`);
      await scoped.as("anna", "GET", `/builds/${build}`);
      expect(calls).toBe(2);
    });

    test("too many at a time are refused before they are sent", async () => {
      const ownership = createMemoryOwnershipStore();
      await start({ ownership });
      for (let index = 0; index < 256; index++) await ownership.claim("ingestion", `b-open-${index}`, "anna");
      const reply = await scoped.as("anna", "POST", "/ingest-file", upload);
      expect(reply.status).toBe(429);
      expect(reply.headers["retry-after"]).toBe("5");
      expect(scoped.seen().filter(({ method }) => method === "POST")).toEqual([]);
      expect((await scoped.as("bob", "POST", "/ingest-file", upload)).status).toBe(200);
    });

    test("those that have ended do not count, looked at or not", async () => {
      const ownership = createMemoryOwnershipStore();
      await start({ ownership });
      await startBuild("anna");
      scoped.service.complete();
      for (let index = 1; index < 256; index++) {
        const build = `b-done-${index}`;
        scoped.service.builds.set(build, { build_id: build, file_id: `f-${index}`, status: "Completed" });
        await ownership.claim("ingestion", build, "anna");
      }
      expect((await scoped.as("anna", "POST", "/ingest-file", upload)).status).toBe(200);
    });

    test("work that was done and cannot be recorded is not asked for again", async () => {
      const memory = createMemoryOwnershipStore();
      await start({
        ownership: { ...memory, claim: () => Promise.reject(new Error("no database at 10.0.0.7")) },
      });
      const reply = await scoped.as("anna", "POST", "/ingest-file", upload);
      // 503 would mean that the work was not done, and clients would send it again.
      expect(reply.status).toBe(500);
      expect(reply.headers["x-should-retry"]).toBe("false");
      expect(reply.headers["retry-after"]).toBeUndefined();
      expect(reply.json().detail).toBe("This was done, but it could not be recorded that it is yours");
      expect(reply.text).not.toMatch(/build_id|10\.0\.0\.7/);
    });
  });

  describe("conversations", () => {
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
  });

  describe("flows", () => {
    const flowOperations = operationIds.filter((operation) => operations[operation].surface === "flows");
    const changing = flowOperations.filter((operation) =>
      /^(?:update|deploy|undeploy|rollback|delete|replace)/.test(operation),
    );
    /** Those that no scope can limit: files by name. */
    const refused = flowOperations.filter((operation) => /^(?:updateDataset|replaceFlow)$/.test(operation));
    /** Those of one run, which belongs to who began it. */
    const ofRuns = flowOperations.filter((operation) => operations[operation].path.includes("{run_id}"));
    const call = (user: string, operation: (typeof flowOperations)[number], flow: string) =>
      scoped.as(
        user,
        operations[operation].method,
        addressOf(operation).replace("/flows/support", `/flows/${flow}`),
        operations[operation].body === "none" ? {} : { body: bodies[operation] ?? {} },
      );

    test.each(flowOperations)(
      "%s: a flow that was not named is like one that never was",
      async (operation) => {
        await start();
        const [others, never] = [
          await call("anna", operation, "tender-checks"),
          await call("anna", operation, "never"),
        ];
        expect(others.status).toBe(404);
        expect(others.text.replaceAll("tender-checks", "never")).toBe(never.text);
        expect(others.json().detail).toMatch(/^Flow (?:not found|with name 'tender-checks' not found)$/);
        expect(scoped.seen()).toEqual([]);
      },
    );

    test.each(flowOperations)("%s of a named flow", async (operation) => {
      await start();
      const reply = await call("anna", operation, "support");
      const isForbidden = [...changing, ...refused, "listRuns"].includes(operation);
      expect(reply.status).toBe(ofRuns.includes(operation) ? 404 : isForbidden ? 403 : 200);
      scoped.scopes.anna = { caller: "anna", flows: ["support"], write: "all" };
      expect((await call("anna", operation, "support")).status).toBe(refused.includes(operation) ? 403 : 200);
    });

    test.each(ofRuns)(
      "%s: a run is of who began it; another's is like one that never was",
      async (operation) => {
        await start();
        for (const user of ["anna", "bob"]) scoped.scopes[user] = { caller: user, flows: ["support"] };
        const began = (await call("anna", "runFlow", "support")).json<{ run_id: string }>().run_id;
        expect(began).toBeDefined();
        const address = (id: string) => addressOf(operation).replace(/runs\/[^/]+/, `runs/${id}`);
        const sent = operations[operation].body === "none" ? {} : { body: bodies[operation] ?? {} };
        const ask = (user: string, id: string) =>
          scoped.as(user, operations[operation].method, address(id), sent);
        scoped.seen();
        const [others, never] = [await ask("bob", began), await ask("bob", "never")];
        expect(others.status).toBe(404);
        expect(others.text.replaceAll(began, "never")).toBe(never.text);
        expect(scoped.seen()).toEqual([]);
        expect((await ask("anna", began)).status).toBe(200);
      },
    );

    test("the tests of a flow are of who ran them", async () => {
      const ownership = createMemoryOwnershipStore();
      await start({ ownership });
      for (const user of ["anna", "bob"]) scoped.scopes[user] = { caller: user, flows: ["support"] };
      scoped.scopes.chief = { caller: "chief", flows: ["support"], write: "all" };
      const testsOf = async (user: string) => (await call(user, "getTests", "support")).json<FlowTests>();
      const all = await testsOf("chief");
      expect(all.runs.length).toBeGreaterThan(1);
      expect(all.cases.length).toBeGreaterThan(0);
      const [newest, before] = all.runs;
      await ownership.claim("run", `support/${newest?.run_id}`, "anna");
      await ownership.claim("run", `support/${before?.run_id}`, "bob");
      const annas = await testsOf("anna");
      expect(annas.runs).toEqual([newest]);
      expect(annas.cases.map(({ question }) => question)).toEqual(all.cases.map(({ question }) => question));
      const others = annas.cases.filter(({ green_run_id: id }) => id !== null && id !== newest?.run_id);
      expect(others).toEqual([]);
      expect(await testsOf("bob")).toEqual({ runs: [before], cases: [] });
    });

    test("the list holds the named ones only", async () => {
      await start();
      const reply = await scoped.as("anna", "GET", "/flows");
      expect(reply.json()).toMatchObject({ total: 0, flows: [] });
      scoped.scopes.anna = { caller: "anna", flows: ["support-answers"] };
      const named = await scoped.as("anna", "GET", "/flows");
      expect(named.json()).toMatchObject({ total: 1, flows: [{ name: "support-answers" }] });
      scoped.seen();
      expect((await scoped.as("zoe", "GET", "/flows")).json()).toEqual({ flows: [], total: 0 });
      expect(scoped.seen()).toEqual([]);
    });
  });

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
