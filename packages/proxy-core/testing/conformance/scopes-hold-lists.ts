import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { idsOf, type ScopedProxy, secret, startScopedProxy } from "./scoped-proxy.ts";

const foreign = `f-${secret}-bob`;

/** The list of sources, and tags: a caller sees what belongs to its scope. */
export function scopesHoldLists(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  beforeEach(async () => {
    scoped = await startScopedProxy(adapter);
  });
  afterEach(() => scoped.under.close());

  test("the list holds what was given and what was ingested, nothing else", async () => {
    const own = await scoped.ingest("anna");
    expect(idsOf((await scoped.as("anna", "GET", "/")).json()).sort()).toEqual(["f-given", own]);
    expect(idsOf((await scoped.as("bob", "GET", "/")).json())).toEqual([foreign]);
  });

  test("file_ids can reduce the list, but not extend it", async () => {
    const asked = `?file_ids=f-given,${foreign}&file_ids=f-${secret}-3&file_ids=unknown&FILE_IDS=${foreign}`;
    expect(idsOf((await scoped.as("anna", "GET", asked)).json())).toEqual(["f-given"]);
    expect(scoped.seen().at(-1)?.target).toBe("/sources/?file_ids=f-given");
    const outside = await scoped.as("anna", "GET", `/?file_ids=${foreign}`);
    expect(outside.json()).toEqual([]);
    expect(scoped.seen()).toEqual([]);
  });

  test("the list is never what another caller's browser has already", async () => {
    const reply = await scoped.as("anna", "GET", "/", { headers: { "if-none-match": 'W/"all-of-it"' } });
    expect(idsOf(reply.json())).toEqual(["f-given"]);
    expect(scoped.seen().at(-1)?.headers).not.toHaveProperty("if-none-match");
  });

  test("of a service that answers more than was asked nothing passes", async () => {
    scoped.under.upstream.handle((request, response, incoming) => {
      request.query.delete("file_ids");
      scoped.service.handle(request, response, incoming);
    });
    const reply = await scoped.as("anna", "GET", "/");
    expect(idsOf(reply.json())).toEqual(["f-given"]);
    expect(reply.text).not.toContain(secret);
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
    expect(new Set(idsOf(listed.json()))).toEqual(new Set(many));
    for (const { target } of scoped.seen()) expect(target.length).toBeLessThan(8_000);
  });

  test("the total counts what the caller may see, on every page of it", async () => {
    const own = await scoped.ingest("anna");
    const list = async (method: string, path: string, body?: object) => {
      const reply = await scoped.as("anna", method, path, body ? { body } : {});
      expect(reply.status).toBe(200);
      return [reply.headers["x-total-count"], ...(method === "HEAD" ? [] : idsOf(reply.json()))];
    };
    expect(await list("GET", "/")).toEqual(["2", own, "f-given"]);
    expect(await list("HEAD", "/")).toEqual(["2"]);
    expect(await list("GET", "/?page=2&page_size=1")).toEqual(["2", "f-given"]);
    expect(await list("GET", "/?q=given")).toEqual(["1", "f-given"]);
    expect(await list("GET", `/?file_ids=f-given,${foreign}&page=1&page_size=5`)).toEqual(["1", "f-given"]);
    expect(await list("POST", "/list-sources", {})).toEqual(["2", own, "f-given"]);
    expect(await list("POST", "/list-sources", { page: 1, page_size: 1 })).toEqual(["2", own]);
    expect(await list("POST", "/list-sources", { file_ids: ["f-given", foreign] })).toEqual(["1", "f-given"]);
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

  test("a page of more files than an address holds is asked for in a body", async () => {
    const many = Array.from({ length: 700 }, (_value, index) => `f-${String(index).padStart(36, "0")}`);
    for (const file_id of many) scoped.service.add({ file_id, file_name: file_id, text: "" });
    scoped.scopes.anna = { caller: "anna", files: many };
    const listed = await scoped.as("anna", "GET", "/?page=2&page_size=3");
    expect(idsOf(listed.json())).toEqual(many.toReversed().slice(3, 6));
    expect(listed.headers["x-total-count"]).toBe("700");
    expect(scoped.seen()).toMatchObject([{ method: "POST", path: "/sources/list-sources" }]);
  });

  describe("tags", () => {
    const own = "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";
    const given = "1b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";
    const others = "2b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";
    const tag = (id: string, tags: unknown = ["paid"]) =>
      scoped.as("anna", "PATCH", `/${id}`, { body: { tags, file_name: "x" } });
    beforeEach(async () => {
      for (const file_id of [own, given]) scoped.service.add({ file_id, file_name: file_id, text: file_id });
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
      expect(idsOf(listed.json())).toEqual([own]);
      expect(listed.headers["x-total-count"]).toBe("1");
      const byBody = await scoped.as("anna", "POST", "/list-sources", { body: { tags: ["paid"] } });
      expect(idsOf(byBody.json())).toEqual([own]);
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
}
