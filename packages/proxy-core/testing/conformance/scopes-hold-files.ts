import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ScopedProxy, secret, startScopedProxy, upload } from "./scoped-proxy.ts";

const foreign = `f-${secret}-bob`;
const ids = (value: unknown) => (value as { file_id: string }[]).map(({ file_id }) => file_id);

export function scopesHoldFiles(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  beforeEach(async () => {
    scoped = await startScopedProxy(adapter);
  });
  afterEach(() => scoped.under.close());

  describe("files", () => {
    test("the list holds what was given and what was ingested, nothing else", async () => {
      const own = await scoped.ingest("anna");
      expect(ids((await scoped.as("anna", "GET", "/")).json()).sort()).toEqual(["f-given", own]);
      expect(ids((await scoped.as("bob", "GET", "/")).json())).toEqual([foreign]);
    });

    test("file_ids can reduce the list, but not extend it", async () => {
      const asked = `?file_ids=f-given,${foreign}&file_ids=f-${secret}-3&file_ids=unknown&FILE_IDS=${foreign}`;
      expect(ids((await scoped.as("anna", "GET", asked)).json())).toEqual(["f-given"]);
      expect(scoped.seen().at(-1)?.target).toBe("/sources/?file_ids=f-given");
      const outside = await scoped.as("anna", "GET", `/?file_ids=${foreign}`);
      expect(outside.json()).toEqual([]);
      expect(scoped.seen()).toEqual([]);
    });

    test("the list is never what another caller's browser has already", async () => {
      const reply = await scoped.as("anna", "GET", "/", { headers: { "if-none-match": 'W/"all-of-it"' } });
      expect(ids(reply.json())).toEqual(["f-given"]);
      expect(scoped.seen().at(-1)?.headers).not.toHaveProperty("if-none-match");
    });

    test("of a service that answers more than was asked nothing passes", async () => {
      scoped.under.upstream.handle((request, response, incoming) => {
        request.query.delete("file_ids");
        scoped.service.handle(request, response, incoming);
      });
      const reply = await scoped.as("anna", "GET", "/");
      expect(ids(reply.json())).toEqual(["f-given"]);
      expect(reply.text).not.toContain(secret);
    });

    test("an empty scope is answered by the proxy and never forwarded as an empty list", async () => {
      expect((await scoped.as("zoe", "GET", "/")).json()).toEqual([]);
      expect((await scoped.as("zoe", "GET", "/?file_ids=")).json()).toEqual([]);
      const retrieved = await scoped.as("zoe", "POST", "/prebuilt-rag", { body: { query: "pump" } });
      expect(retrieved.json()).toEqual({ query: "pump", chunks: [], total: 0 });
      const asked = await scoped.as("zoe", "POST", "/ask-sources", { body: { question: "?" } });
      expect(asked.json()).toMatchObject({
        answer: "No files were selected, so there is nothing to answer from.",
        conversation_id: expect.any(String),
        citations: [],
      });
      const structured = await scoped.as("zoe", "POST", "/ask-sources", {
        body: { question: "?", output_schema: { type: "object", properties: {} } },
      });
      expect(structured.json()).toMatchObject({ structured_output: null, raw_json: null, citations: [] });
      const streamed = await scoped.as("zoe", "POST", "/ask-sources", {
        body: { question: "?" },
        headers: { accept: "text/event-stream" },
      });
      expect(streamed.headers["content-type"]).toBe("text/event-stream");
      expect(streamed.text).toMatch(/^event: delta\ndata: .*\n\nevent: answer\ndata: .*\n\n$/);
      const extracted = await scoped.as("zoe", "POST", "/run-extraction", {
        body: { user_instruction: "x", output_schema: {} },
      });
      expect(extracted.status).toBe(400);
      expect(scoped.seen()).toEqual([]);
    });

    test("a duplicate names its original only to who may see it", async () => {
      const own = await scoped.ingest("anna");
      const build = [...scoped.service.builds.values()].find(({ file_id }) => file_id === own);
      const file = scoped.service.files.get(own);
      if (!file || !build) throw new Error("The ingested file is not there");
      const told = async () => {
        const lists = [
          await scoped.as("anna", "GET", "/"),
          await scoped.as("anna", "GET", `/?file_ids=${own}`),
          await scoped.as("anna", "POST", "/list-sources", { body: { file_ids: [own] } }),
          await scoped.as("anna", "GET", `/builds/${build.build_id}`),
        ];
        expect(lists.map(({ text }) => text).join()).not.toContain(secret);
        return lists.map((reply) => {
          const values = [reply.json<unknown>()].flat() as { file_id: string; duplicate_of: string | null }[];
          return values.find(({ file_id }) => file_id === own)?.duplicate_of;
        });
      };
      expect(await told()).toEqual([null, null, null, null]);
      file.duplicate_of = "f-given";
      expect(await told()).toEqual(["f-given", "f-given", "f-given", "f-given"]);
      file.duplicate_of = foreign;
      expect(await told()).toEqual([null, null, null, null]);
    });

    test("hundreds of files are listed in requests of a sensible length", async () => {
      const many = Array.from({ length: 700 }, (_value, index) => `f-${String(index).padStart(36, "0")}`);
      for (const file_id of many) scoped.service.add({ file_id, file_name: file_id, text: "" });
      scoped.scopes.anna = { caller: "anna", files: many };
      const listed = await scoped.as("anna", "GET", "/");
      expect(new Set(ids(listed.json()))).toEqual(new Set(many));
      for (const { target } of scoped.seen()) expect(target.length).toBeLessThan(8_000);
    });

    test("the total counts what the caller may see, on every page of it", async () => {
      const own = await scoped.ingest("anna");
      const list = async (method: string, path: string, body?: object) => {
        const reply = await scoped.as("anna", method, path, body ? { body } : {});
        expect(reply.status).toBe(200);
        return [reply.headers["x-total-count"], ...(method === "HEAD" ? [] : ids(reply.json()))];
      };
      expect(await list("GET", "/")).toEqual(["2", own, "f-given"]);
      expect(await list("HEAD", "/")).toEqual(["2"]);
      expect(await list("GET", "/?page=2&page_size=1")).toEqual(["2", "f-given"]);
      expect(await list("GET", "/?q=given")).toEqual(["1", "f-given"]);
      expect(await list("GET", `/?file_ids=f-given,${foreign}&page=1&page_size=5`)).toEqual(["1", "f-given"]);
      expect(await list("POST", "/list-sources", {})).toEqual(["2", own, "f-given"]);
      expect(await list("POST", "/list-sources", { page: 1, page_size: 1 })).toEqual(["2", own]);
      expect(await list("POST", "/list-sources", { file_ids: ["f-given", foreign] })).toEqual([
        "1",
        "f-given",
      ]);
      expect(await list("POST", "/list-sources", { file_ids: [foreign] })).toEqual(["0"]);
      expect(await list("GET", "/?file_ids=,,")).toEqual(["0"]);
      expect(await list("GET", "/?file_ids=")).toHaveLength(3);
      scoped.under.upstream.handle((request, response, incoming) => {
        request.query.delete("file_ids");
        scoped.service.handle(request, response, incoming);
      });
      expect(await list("GET", "/")).toEqual(["2", own, "f-given"]);
      expect(await list("HEAD", "/")).toEqual(["2"]);
    });

    describe("tags", () => {
      const own = "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";
      const given = "1b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";
      const others = "2b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";
      const tag = (id: string, tags: unknown = ["paid"]) =>
        scoped.as("anna", "PATCH", `/${id}`, { body: { tags, file_name: "x" } });
      beforeEach(async () => {
        for (const file_id of [own, given])
          scoped.service.add({ file_id, file_name: file_id, text: file_id });
        scoped.service.add({ file_id: others, file_name: others, text: secret, tags: ["paid"] });
        scoped.scopes.anna = { caller: "anna", files: [given, own], write: "all", ingest: true };
      });

      test("are set on files that the caller may change; another's is like one that never was", async () => {
        const tagged = await tag(own);
        expect(tagged.json()).toMatchObject({ file_id: own, tags: ["paid"] });
        expect(scoped.seen().map(({ method, target, body }) => [method, target, body])).toEqual([
          ["PATCH", `/sources/${own}`, '{"tags":["paid"]}'],
        ]);
        for (const id of [others, "3b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10"]) {
          const reply = await tag(id);
          expect([reply.status, reply.json().detail]).toEqual([404, "Source not found"]);
        }
        scoped.scopes.anna = { caller: "anna", files: [given] };
        expect((await tag(given)).status).toBe(403);
        expect(scoped.seen()).toEqual([]);
      });

      test("the answer does not name an original that the caller may not see", async () => {
        const file = scoped.service.files.get(own);
        if (file) file.duplicate_of = others;
        expect((await tag(own)).json()).toMatchObject({ duplicate_of: null });
        if (file) file.duplicate_of = given;
        expect((await tag(own)).json()).toMatchObject({ duplicate_of: given });
      });

      test("narrow what the caller sees, and never widen it", async () => {
        await tag(own);
        const listed = await scoped.as("anna", "GET", "/?tags=paid");
        expect(ids(listed.json())).toEqual([own]);
        expect(listed.headers["x-total-count"]).toBe("1");
        const byBody = await scoped.as("anna", "POST", "/list-sources", { body: { tags: ["paid"] } });
        expect(ids(byBody.json())).toEqual([own]);
        const wanted = {
          query: "?",
          question: "?",
          user_instruction: "x",
          output_schema: {},
          tags: ["paid"],
        };
        for (const path of ["/ask-sources", "/prebuilt-rag", "/run-extraction"]) {
          scoped.seen();
          const reply = await scoped.as("anna", "POST", path, { body: wanted });
          expect(reply.status).toBe(200);
          expect(reply.text).not.toContain(secret);
          const sent = JSON.parse(scoped.seen().at(-1)?.body ?? "");
          expect([sent.file_ids.sort(), sent.tags]).toEqual([[own, given], ["paid"]]);
        }
        scoped.scopes.anna = { caller: "anna" };
        const nothing = await scoped.as("anna", "POST", "/run-extraction", { body: wanted });
        expect(nothing.status).toBe(400);
      });

      test("go with what is ingested", async () => {
        await scoped.as("anna", "POST", "/ingest-url", {
          body: { url: "https://example.com", tags: ["paid"] },
        });
        expect(JSON.parse(scoped.seen().at(-1)?.body ?? "").tags).toEqual(["paid"]);
      });
    });

    test("a page of more files than an address holds is asked for in a body", async () => {
      const many = Array.from({ length: 700 }, (_value, index) => `f-${String(index).padStart(36, "0")}`);
      for (const file_id of many) scoped.service.add({ file_id, file_name: file_id, text: "" });
      scoped.scopes.anna = { caller: "anna", files: many };
      const listed = await scoped.as("anna", "GET", "/?page=2&page_size=3");
      expect(ids(listed.json())).toEqual(many.toReversed().slice(3, 6));
      expect(listed.headers["x-total-count"]).toBe("700");
      expect(scoped.seen()).toMatchObject([{ method: "POST", path: "/sources/list-sources" }]);
    });

    test("a known spelling is understood, and said together with the service's own notice", async () => {
      const spelled = await scoped.as(
        "anna",
        "GET",
        "/get-elements?file_id=f-given&elements_to_remove=Title",
      );
      expect(scoped.seen()[0]?.target).toBe("/sources/get-elements?file_id=f-given&elementsToRemove=Title");
      expect(spelled.headers["x-headwater-notice"]).toBe("elements_to_remove is read as elementsToRemove");
      const both = await scoped.as(
        "anna",
        "GET",
        "/get-elements?file_id=f-given&elements_to_remove=Title&elementsToRemove=Image&element_ids=,",
      );
      expect(scoped.seen()[0]?.target).toBe(
        "/sources/get-elements?file_id=f-given&elementsToRemove=Image&element_ids=%2C",
      );
      expect(both.headers["x-headwater-notice"]).toBeUndefined();
      await scoped.as("anna", "POST", "/ingest-url", {
        body: { url: "https://example.com", crawl_urls: true },
      });
      expect(JSON.parse(scoped.seen()[0]?.body ?? "")).toEqual({
        url: "https://example.com",
        crawlUrls: true,
      });
    });

    test("a file is found by its name in either Unicode form", async () => {
      const file_name = "Grüße.md".normalize("NFC");
      scoped.service.add({ file_id: "f-greeting", file_name, text: "greeting text" });
      scoped.scopes.anna = { caller: "anna", files: ["f-greeting"] };
      for (const form of ["NFC", "NFD"]) {
        const name = file_name.normalize(form);
        const asked = await scoped.as("anna", "POST", "/prebuilt-rag", {
          body: { query: "?", file_names: [name] },
        });
        expect(asked.text).toContain("greeting text");
        const read = await scoped.as("anna", "POST", "/elements", { body: { file_name: name } });
        expect(read.text).toContain("greeting text");
      }
    });

    test("what is wrong with a body is said as the service says it", async () => {
      const bodies: [string | Uint8Array, RegExp][] = [
        ["\ufeff{}", /byte order mark/],
        [new Uint8Array([0x1f, 0x8b, 8, 0]), /compressed/],
        ["{", /not valid JSON/],
      ];
      for (const [body, detail] of bodies) {
        const headers = { "content-type": "application/json" };
        const reply = await scoped.as("anna", "POST", "/prebuilt-rag", { body, headers });
        expect(reply).toMatchObject({ status: 400 });
        expect(reply.json().detail).toMatch(detail);
      }
      expect(scoped.seen()).toEqual([]);
    });

    test("HEAD of another's file is like one that never was", async () => {
      for (const id of ["f-never", foreign]) {
        const reply = await scoped.as("anna", "HEAD", `/get-elements?file_id=${id}`);
        expect({ status: reply.status, text: reply.text }).toEqual({ status: 404, text: "" });
      }
      expect((await scoped.as("anna", "HEAD", "/get-elements?file_id=f-given")).status).toBe(200);
      for (const id of ["f-never", foreign])
        expect((await scoped.as("anna", "HEAD", `/${id}/content`)).status).toBe(404);
      expect((await scoped.as("anna", "HEAD", "/f-given/content")).status).toBe(200);
    });

    test("no scope manages tokens, also where the application allows it", async () => {
      const open = await startScopedProxy(adapter, { allow: ["listTokens", "createToken", "deleteToken"] });
      for (const [method, path] of [
        ["GET", "/tokens"],
        ["DELETE", "/tokens/t1"],
      ] as const)
        expect((await open.as("anna", method, path)).status).toBe(403);
      expect((await open.as("anna", "POST", "/tokens", { body: { name: "x" } })).status).toBe(403);
      expect(open.seen()).toEqual([]);
      await open.under.close();
    });

    const unknownAlike = [
      ["GET", (id: string) => `/get-elements?file_id=${id}`, undefined, "File not found"],
      ["POST", () => "/elements", (id: string) => ({ file_id: id }), "File not found"],
      ["GET", (id: string) => `/${id}/pages/1/screenshot`, undefined, "File not found"],
      ["GET", (id: string) => `/${id}/content`, undefined, "File not found"],
      ["POST", () => "/reprocess", (id: string) => ({ file_id: id }), "Source node not found"],
      ["POST", () => "/process", (id: string) => ({ file_id: id }), "Source node not found"],
      ["DELETE", () => "/delete", (id: string) => ({ file_id: id }), "Source not found"],
      ["POST", () => "/ask-sources", (id: string) => ({ question: "?", file_ids: [id] }), "File not found"],
      [
        "POST",
        () => "/ask-sources",
        (id: string) => ({ question: "?", file_ids: ["f-given", id] }),
        "File not found",
      ],
      ["POST", () => "/prebuilt-rag", (id: string) => ({ query: "?", file_ids: [id] }), "File not found"],
      [
        "POST",
        () => "/run-extraction",
        (id: string) => ({ file_ids: [id], user_instruction: "x", output_schema: {} }),
        "File not found",
      ],
    ] as const;
    test.each(unknownAlike)(
      "%s %s: another's file is like one that never was",
      async (method, path, body, detail) => {
        const call = (id: string) => scoped.as("anna", method, path(id), body ? { body: body(id) } : {});
        const [never, others] = [await call("f-never"), await call(foreign)];
        expect(never.status).toBe(404);
        expect(never.json()).toEqual({ detail, message: detail });
        const without = ({ date: _, "x-request-id": __, ...headers }: typeof never.headers) => headers;
        expect({ ...others, json: 0, headers: without(others.headers) }).toEqual({
          ...never,
          json: 0,
          headers: without(never.headers),
        });
        expect(scoped.seen()).toEqual([]);
      },
    );

    test("visible files are read, by id", async () => {
      for (const [method, path, body] of [
        ["GET", "/get-elements?file_id=f-given&page=1&page_size=5&page_numbers=1,2", undefined],
        ["POST", "/elements", { file_id: "f-given" }],
        ["GET", "/f-given/pages/1/screenshot?max_width=300", undefined],
        ["GET", "/f-given/content", undefined],
        ["POST", "/ask-sources", { question: "?", file_ids: ["f-given"] }],
        ["POST", "/prebuilt-rag", { query: "?", file_ids: ["f-given"] }],
        ["POST", "/run-extraction", { file_ids: ["f-given"], user_instruction: "x", output_schema: {} }],
      ] as const) {
        const reply = await scoped.as("anna", method, path, body ? { body } : {});
        expect(reply.status, path).toBe(200);
        expect(reply.text).toContain("given text");
      }
      expect(scoped.seen()[0]?.target).toBe(
        "/sources/get-elements?file_id=f-given&page=1&page_size=5&page_numbers=1&page_numbers=2",
      );
    });

    test("a question about everything is about everything visible", async () => {
      const own = await scoped.ingest("anna");
      for (const [path, body] of [
        ["/ask-sources", { question: "?" }],
        ["/ask-sources", { question: "?", file_ids: null, file_names: null }],
        ["/prebuilt-rag", { query: "?" }],
      ] as const) {
        scoped.seen();
        const reply = await scoped.as("anna", "POST", path, { body });
        expect(reply.status).toBe(200);
        expect(reply.text).not.toContain(secret);
        expect(JSON.parse(scoped.seen().at(-1)?.body ?? "").file_ids.sort()).toEqual(["f-given", own]);
      }
    });

    test("a file that is gone does not spoil a question about everything", async () => {
      scoped.scopes.anna = { caller: "anna", files: ["f-given", "f-gone"] };
      const reply = await scoped.as("anna", "POST", "/ask-sources", { body: { question: "?" } });
      expect(reply.json().answer).toBe("given text");
    });

    test("names mean visible files only, and go up as ids", async () => {
      for (const [path, body] of [
        ["/ask-sources", { question: "?", file_names: ["given.md"] }],
        ["/prebuilt-rag", { query: "?", file_names: ["given.md"] }],
        ["/run-extraction", { file_names: ["given.md"], user_instruction: "x", output_schema: {} }],
      ] as const) {
        const reply = await scoped.as("anna", "POST", path, { body });
        expect(reply.status).toBe(200);
        expect(reply.text).not.toContain(secret);
        const sent = JSON.parse(scoped.seen().at(-1)?.body ?? "");
        expect(sent.file_ids).toEqual(["f-given"]);
        expect(sent).not.toHaveProperty("file_names");
        const other = await scoped.as("anna", "POST", path, {
          body: { ...body, file_names: [`${secret}.md`] },
        });
        expect(other.status).toBe(404);
        expect(other.json().detail).toBe("File not found");
      }
      const elements = await scoped.as("anna", "POST", "/elements", { body: { file_name: "given.md" } });
      expect(elements.text).toContain("given text");
      expect(JSON.parse(scoped.seen().at(-1)?.body ?? "")).toEqual({ file_id: "f-given" });
    });

    test("an extraction has to name its files, as the contract says", async () => {
      const body = { user_instruction: "x", output_schema: {} };
      for (const named of [{}, { file_ids: [] }, { file_names: [] }, { file_ids: [], file_names: [] }]) {
        const reply = await scoped.as("anna", "POST", "/run-extraction", { body: { ...body, ...named } });
        expect(reply.status).toBe(400);
        expect(reply.json().detail).toBe("At least one of file_ids or file_names is required");
      }
      expect(scoped.seen()).toEqual([]);
    });

    test("an empty list means no files, never all", async () => {
      const reply = await scoped.as("anna", "POST", "/ask-sources", {
        body: { question: "?", file_ids: [] },
      });
      expect(reply.json().answer).toContain("No files were selected");
      expect(scoped.seen()).toEqual([]);
    });

    test("missing fields are refused in the contract's words", async () => {
      for (const [method, path, detail] of [
        ["POST", "/ask-sources", "question is required"],
        ["POST", "/prebuilt-rag", "query is required"],
        ["GET", "/get-elements", "file_id is required"],
        ["POST", "/elements", "file_id is required"],
        ["POST", "/reprocess", "Invalid input: file_id is required"],
        ["DELETE", "/delete", "Invalid input: file_id is required"],
      ] as const) {
        const reply = await scoped.as("anna", method, path, method === "GET" ? {} : { body: {} });
        expect([reply.status, reply.json().detail]).toEqual([400, detail]);
      }
      expect(scoped.seen()).toEqual([]);
    });

    test("pictures and everything else are for the caller alone", async () => {
      const picture = await scoped.as("anna", "GET", "/f-given/pages/1/screenshot");
      expect(picture.headers["cache-control"]).toBe("private, max-age=3600");
      const list = await scoped.as("anna", "GET", "/");
      expect(list.headers["cache-control"]).toBe("private, no-store");
    });
  });

  describe("changing", () => {
    test("own files may be deleted and reprocessed; given ones may only be read", async () => {
      const own = await scoped.ingest("anna");
      expect((await scoped.as("anna", "POST", "/reprocess", { body: { file_id: own } })).status).toBe(200);
      for (const [method, path] of [
        ["POST", "/reprocess"],
        ["POST", "/process"],
        ["DELETE", "/delete"],
      ] as const) {
        const reply = await scoped.as("anna", method, path, { body: { file_id: "f-given" } });
        expect([reply.status, reply.json().detail]).toEqual([403, "Permission denied"]);
      }
      expect((await scoped.as("anna", "DELETE", "/delete", { body: { file_id: own } })).status).toBe(200);
      expect([...scoped.service.files.keys()]).toContain("f-given");
      expect(ids((await scoped.as("anna", "GET", "/")).json())).toEqual(["f-given"]);
    });

    test('write: "all" opens the given ones, and those alone', async () => {
      scoped.scopes.anna = { caller: "anna", files: ["f-given"], ingest: true, write: "all" };
      expect((await scoped.as("anna", "POST", "/reprocess", { body: { file_id: "f-given" } })).status).toBe(
        200,
      );
      expect((await scoped.as("anna", "DELETE", "/delete", { body: { file_id: foreign } })).status).toBe(404);
      expect((await scoped.as("anna", "DELETE", "/delete", { body: { file_id: "f-given" } })).status).toBe(
        200,
      );
      expect(scoped.service.files.has(foreign)).toBe(true);
    });

    test("a build of a given file does not make the file the caller's own", async () => {
      scoped.scopes.anna = { caller: "anna", files: ["f-given"], ingest: true, write: "all" };
      const { build_id } = (
        await scoped.as("anna", "POST", "/reprocess", { body: { file_id: "f-given" } })
      ).json<{ build_id: string }>();
      expect((await scoped.as("anna", "GET", `/builds/${build_id}`)).json().status).toBe("Completed");
      scoped.scopes.anna = { caller: "anna", ingest: true };
      expect((await scoped.as("anna", "GET", "/get-elements?file_id=f-given")).status).toBe(404);
      const build = await scoped.as("anna", "GET", `/builds/${build_id}`);
      expect(build.json()).toMatchObject({ status: "not_found", file_id: null });
      expect(build.text).not.toContain("given");
    });

    test("a name that several own files bear is not guessed at", async () => {
      const [first, second] = [await scoped.ingest("anna"), await scoped.ingest("anna")];
      const reply = await scoped.as("anna", "DELETE", "/delete", { body: { file_name: "new.md" } });
      expect(reply.status).toBe(400);
      expect(reply.json().detail).toContain("file_id");
      expect(scoped.service.files.has(first) && scoped.service.files.has(second)).toBe(true);
      const body = { file_id: null, file_name: "new.md" };
      await scoped.as("anna", "DELETE", "/delete", { body: { file_id: first } });
      expect((await scoped.as("anna", "DELETE", "/delete", { body })).json().file_id).toBe(second);
    });

    test("without ingest nothing is ingested or reprocessed", async () => {
      scoped.scopes.anna = { caller: "anna", files: ["f-given"], write: "all" };
      for (const path of ["/ingest-file", "/upload"])
        expect((await scoped.as("anna", "POST", path, upload)).status).toBe(403);
      for (const path of [
        ...["/ingest-url", "/ingest-github", "/ingest-youtube"],
        ...["/upload-url-source", "/upload-github-source", "/upload-youtube-source"],
      ])
        expect((await scoped.as("anna", "POST", path, { body: { url: "https://x.example" } })).status).toBe(
          403,
        );
      for (const path of ["/reprocess", "/process"])
        expect((await scoped.as("anna", "POST", path, { body: { file_id: "f-given" } })).status).toBe(403);
      expect(scoped.seen()).toEqual([]);
    });
  });
}
