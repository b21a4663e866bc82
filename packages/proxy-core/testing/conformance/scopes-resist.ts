import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryOwnershipStore } from "../../src/ownership/memory-ownership-store.ts";
import { addressOf, bodies, operationIds, operations } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { type ScopedProxy, secret, startScopedProxy } from "./scoped-proxy.ts";

const foreignIds = [`f-${secret}-bob`, `f-${secret}-2`, `f-${secret}-3`];
const foreignNames = [`${secret}.md`, `${secret}-bob.md`];
const id = fc.constantFrom("f-given", ...foreignIds, "", "f-never");
const name = fc.constantFrom("given.md", ...foreignNames, "");

/** The good values of a field, mixed with wrong values of every kind. */
const mutated = (good: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.oneof(
    good,
    fc.array(good, { maxLength: 4 }),
    fc.tuple(good, good).map(([one, other]) => `${one},${other}`),
    fc.tuple(good, good).map(([one, other]) => [[one], other]),
    good.map((text) => ({ 0: text, length: 1 })),
    good.map((text) => ({ $in: [text] })),
    fc.constantFrom<unknown>(null, 0, true, {}, []),
  );

const fields = fc.record(
  {
    file_id: mutated(id),
    file_ids: mutated(id),
    file_name: mutated(name),
    file_names: mutated(name),
    File_Ids: mutated(id),
    "file_ids[]": mutated(id),
    fileIds: mutated(id),
    files: mutated(id),
    constructor: mutated(id),
    conversation_id: fc.constantFrom<unknown>(`c-${secret}`, [`c-${secret}`], { id: `c-${secret}` }, null),
    reset: fc.constantFrom<unknown>(true, false, "true", null),
  },
  { requiredKeys: [] },
);

const objectText = (value: object): string => {
  const text = JSON.stringify(value);
  return text.slice(1, -1);
};

/** JSON with duplicate keys, with a prototype, with a byte order mark, or in an array. */
const jsonText = fc
  .tuple(fields, fields, fc.constantFrom("once", "twice", "prototype", "bom", "array", "utf16"))
  .map(([one, other, how]) => {
    const first = objectText(one);
    const second = objectText(other);
    const both = [first, second].filter(Boolean).join(",");
    if (how === "twice") return `{${both}}`;
    if (how === "prototype") return `{"__proto__":{${second}}${first ? `,${first}` : ""}}`;
    if (how === "bom") return `\ufeff{${first}}`;
    if (how === "array") return `[{${first}}]`;
    if (how === "utf16") return `{${first}}`.replaceAll("f", "\\u0066");
    return `{${first}}`;
  });

const idPair = fc.tuple(
  fc.constantFrom(
    "file_ids",
    "file_id",
    "FILE_IDS",
    "file_ids[]",
    "file%5Fids",
    "file_ids%00",
    "build_id",
    "&file_id",
  ),
  fc.oneof(
    id.map(encodeURIComponent),
    fc.tuple(id, id).map(([one, other]) => `${one}%2C${other}`),
    fc.tuple(id, id).map(([one, other]) => `${one},+${other}`),
    id.map((text) => `%20${text}%0a`),
    id.map((text) => `f-given%26file_ids=${text}`),
    id.map((text) => `f-given;file_ids=${text}`),
    id.map((text) => `%66-${text.slice(2)}`),
  ),
);
const queryText = fc
  .array(fc.oneof(idPair, fc.constantFrom(["page", "1"], ["page_size", "2"], ["type", "Title"])), {
    maxLength: 5,
  })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join("&"));

export function scopesResist(adapter: ProxyAdapter): void {
  describe("whatever is sent", () => {
    let scoped: ScopedProxy;
    beforeAll(async () => {
      const ownership = createMemoryOwnershipStore();
      await ownership.claim("conversation", `c-${secret}`, "bob");
      await ownership.claim("build", `b-${secret}`, "bob");
      scoped = await startScopedProxy(adapter, { ownership });
      scoped.service.conversations.add(`c-${secret}`);
      scoped.scopes.anna = { caller: "anna", files: ["f-given"], ingest: true, write: "all" };
    });
    afterAll(() => scoped.under.close());

    /** What reached the service names no other caller's files and does not ask for all files. */
    const assertHeld = () => {
      for (const { method, path, target, query, body } of scoped.seen()) {
        const call = `${method} ${path}`;
        expect(decodeURIComponent(target) + body, call).not.toContain(secret);
        expect(target).not.toMatch(/[;+]|%00/);
        if (call === "GET /sources/get-elements") expect(query.getAll("file_id")).toEqual(["f-given"]);
        if (call === "GET /sources/") expect(query.getAll("file_ids")).toEqual(["f-given"]);
        if (body === "") continue;
        const sent = JSON.parse(body) as Record<string, unknown>;
        const files = "file_ids" in sent ? sent.file_ids : [sent.file_id];
        expect(files, call).toEqual(["f-given"]);
        expect(Object.keys(sent)).not.toContain("file_names");
        expect(Object.keys(sent)).not.toContain("file_name");
      }
      expect([...scoped.service.files.keys()]).toEqual(expect.arrayContaining(foreignIds));
    };

    const posts = (
      ["askSources", "prebuiltRag", "runExtraction", "listElements", "reprocess", "processSource"] as const
    ).map((operation) => ({ operation, method: "POST" as const }));
    const operation = fc.constantFrom(...posts, {
      operation: "deleteSource" as const,
      method: "DELETE" as const,
    });

    test("in a body, only ids within the scope reach the service", async () => {
      await fc.assert(
        fc.asyncProperty(operation, jsonText, fc.boolean(), async ({ operation, method }, json, valid) => {
          scoped.service.add({ file_id: "f-given", file_name: "given.md", text: "given text" });
          const { file_id: _, file_ids: __, ...needed } = bodies[operation] ?? {};
          const merged = valid
            ? json.replace(/^\{(?=.)/, `{${objectText(needed)}${json === "{}" ? "" : ","}`)
            : json;
          const body = merged.replace(/^\{,/, "{").replace(/,\}$/, "}");
          const reply = await scoped.as("anna", method, addressOf(operation), {
            body,
            headers: { "content-type": "application/json" },
          });
          expect(reply.text).not.toContain(secret);
          expect(reply.status).toBeLessThan(500);
          assertHeld();
        }),
        { numRuns: 400 },
      );
    });

    test("in a query, only ids within the scope reach the service", async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom("/", "/get-elements"), queryText, async (path, query) => {
          const reply = await scoped.as("anna", "GET", `${path}?${query}`);
          expect(reply.text).not.toContain(secret);
          expect(reply.status).toBeLessThan(500);
          assertHeld();
        }),
        { numRuns: 300 },
      );
    });

    test("in a query of an operation that has none, nothing reaches the service", async () => {
      for (const operation of operationIds) {
        if (operations[operation].body !== "json" || operations[operation].surface !== "sources") continue;
        await scoped.as(
          "anna",
          operations[operation].method,
          `${addressOf(operation)}?file_ids=${foreignIds[0]}`,
          {
            body: { ...bodies[operation], file_id: "f-given", file_ids: ["f-given"] },
          },
        );
        for (const { target } of scoped.seen()) expect(target).not.toContain(secret);
      }
    });

    test("in a path, another's file and build stay unknown", async () => {
      for (const path of [
        `/builds/b-${secret}`,
        `/builds/B-${secret}`,
        `/builds/b-${secret}/`,
        `/builds/b%2D${secret}`,
        `/f-${secret}-bob/pages/1/screenshot`,
        `/f%2D${secret}%2Dbob/pages/1/screenshot`,
        `/f-given%2C${foreignIds[0]}/pages/1/screenshot`,
        `/f-${secret}-bob/content`,
        `/f%2D${secret}%2Dbob/content`,
        `/f-given%2C${foreignIds[0]}/content`,
        `/f-given%26file_ids=${foreignIds[0]}/pages/1/screenshot`,
      ]) {
        const reply = await scoped.as("anna", "GET", path);
        expect([200, 404]).toContain(reply.status);
        if (reply.status === 200) expect(reply.json()).toMatchObject({ status: "not_found", file_id: null });
      }
      for (const { target } of scoped.seen()) expect(decodeURIComponent(target)).not.toContain(secret);
    });

    test("a body that is not JSON, or of another type, is refused", async () => {
      for (const [body, type] of [
        ["{", "application/json"],
        ['"file_ids"', "application/json"],
        ["null", "application/json"],
        ["question=?&file_ids=x", "application/x-www-form-urlencoded"],
        [`{"question":"?"}`, "text/plain"],
        [`{"question":"?"}`, "multipart/form-data; boundary=x"],
      ] as const) {
        const reply = await scoped.as("anna", "POST", "/ask-sources", {
          body,
          headers: { "content-type": type },
        });
        expect(reply.status, body).toBe(400);
        expect(reply.json().detail).toMatch(/^Invalid input: /);
      }
      const invalidUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      expect((await scoped.as("anna", "POST", "/ask-sources", { body: invalidUtf8 })).status).toBe(400);
      expect(scoped.seen()).toEqual([]);
    });

    test("a body that is nested too deeply to be written anew is refused: 400", async () => {
      const deep = `{"question":"?","output_schema":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
      const json = { "content-type": "application/json" };
      const nested = await scoped.as("anna", "POST", "/ask-sources", { body: deep, headers: json });
      expect(nested.status).toBe(400);
      expect(nested.json().detail).toBe("Invalid input: the body is nested too deeply");
      expect(scoped.seen().filter(({ method }) => method === "POST")).toEqual([]);
    });

    test("a body beyond the service's own limit is refused: 413", async () => {
      const reply = await scoped.as("anna", "POST", "/ask-sources", {
        body: { question: "x".repeat(10 * 1024 * 1024) },
      });
      expect(reply.status).toBe(413);
      expect(reply.json().detail).toBe("Request body is too large");
      expect(scoped.seen()).toEqual([]);
    });
  });
}
