import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../testing/shared-service.ts";
import type { SettledBuild } from "../testing/start-server.ts";

type Body = {
  detail: string;
  elements: unknown[] | null;
  items: unknown[];
  chunks: unknown[];
  structured_output: object;
};

describe("requests as clients really send them", () => {
  let server: SharedService;
  let build: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    build = await server.ingestAndWait("kettles.md", "# Kettles\n\nA kettle boils water.\n");
  });

  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${server.token}`, ...(init.headers as Record<string, string>) };
    const response = await server.fetch(server.baseUrl + path, { method, ...init, headers });
    const body = (await response.json()) as Body;
    return { status: response.status, notice: response.headers.get("x-headwater-notice"), body };
  };
  const post = (path: string, body: string | Uint8Array | object, headers: Record<string, string> = {}) =>
    send("POST", path, {
      body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });

  it.each(["true", "True", "TRUE", "1", "yes", "Yes"])("takes %s in a query for true", async (yes) => {
    const { body } = await send("GET", `/builds/${build.build_id}?suppress_elements=${yes}`);
    expect(body.elements).toBeNull();
  });

  it.each(["false", "False", "0", "no", ""])("takes '%s' in a query for false", async (no) => {
    const { body } = await send("GET", `/builds/${build.build_id}?suppress_elements=${no}`);
    expect(body.elements).toHaveLength(2);
  });

  it("refuses other values, and texts instead of booleans in JSON", async () => {
    expect(await send("GET", "/builds/x?suppress_elements=maybe")).toMatchObject({
      status: 400,
      body: { detail: "Invalid input: suppress_elements must be boolean" },
    });
    expect(await post("/ask-sources", { question: "?", reset: "yes" })).toMatchObject({
      status: 400,
      body: { detail: "Invalid input: reset must be boolean" },
    });
  });

  it("understands deprecated spellings and says so; the contract's own spelling wins", async () => {
    const elements = `/get-elements?file_id=${build.file_id}`;
    const understood = await send("GET", `${elements}&elements_to_remove=Title`);
    expect(understood.body.items).toHaveLength(1);
    expect(understood.notice).toBe("elements_to_remove is read as elementsToRemove");
    const both = await send("GET", `${elements}&elements_to_remove=Title&elementsToRemove=Image`);
    expect(both.body.items).toHaveLength(2);
    expect(both.notice).toBeNull();
    const nested = await post("/elements", {
      file_id: build.file_id,
      filter: { elements_to_remove: ["Title"], elementsToRemove: null },
    });
    expect(nested.body.items).toHaveLength(1);
    expect(nested.notice).toBe("elements_to_remove is read as elementsToRemove");
    const wrong = await post("/ingest-url", { url: "https://example.com", crawl_urls: "yes" });
    expect(wrong).toMatchObject({
      status: 400,
      body: { detail: "Invalid input: crawlUrls must be boolean" },
    });
    expect((await send("GET", "/get-elements?fileId=x&file-id=y")).status).toBe(400);
  });

  it("says what is wrong with a body that begins with a byte order mark, or is compressed", async () => {
    expect((await post("/prebuilt-rag", '\ufeff{"query":"a"}')).body.detail).toMatch(/byte order mark/);
    const compressed = gzipSync('{"query":"a"}');
    for (const headers of [{}, { "content-encoding": "gzip" }])
      expect(await post("/prebuilt-rag", new Uint8Array(compressed), headers)).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(/the body is compressed/) },
      });
    expect((await post("/prebuilt-rag", '{"query":"a"}', { "content-encoding": "gzip" })).status).toBe(400);
  });

  it.each(["toString", "constructor", "__proto__", "hasOwnProperty"])(
    "a property named %s is one like any other",
    async (name) => {
      const query = JSON.parse(`{"query":"kettle","${name}":null}`);
      expect((await post("/prebuilt-rag", query)).status).toBe(200);
      expect((await send("GET", `/get-elements?file_id=${build.file_id}&${name}=x`)).status).toBe(200);
      const schema = `{"type":"object","properties":{"${name}":{"type":["string","null"]}},"required":["${name}"]}`;
      const body = `{"file_ids":["${build.file_id}"],"user_instruction":"Extract","output_schema":${schema}}`;
      const extracted = await post("/run-extraction", body);
      expect(extracted.status).toBe(200);
      expect(Object.keys(extracted.body.structured_output)).toEqual([name]);
      const asked = await post("/ask-sources", `{"question":"What boils?","output_schema":${schema}}`);
      expect(asked.status).toBe(200);
    },
  );

  it("one word of 50,000 bytes is read, searched for and found beside others", async () => {
    const word = "a".repeat(50_000);
    const long = await server.ingestAndWait("long.txt", `Before. ${word} The teapot whistles.`);
    expect(long).toMatchObject({ status: "Completed" });
    const found = await post("/prebuilt-rag", { query: "teapot whistles" });
    expect(found.body.chunks[0]).toMatchObject({ file_id: long.file_id });
    for (const query of ["a".repeat(32_000), "字".repeat(16_666)])
      expect((await post("/prebuilt-rag", { query })).status).toBe(200);
    expect((await post("/ask-sources", { question: `${"b".repeat(31_000)}?` })).status).toBe(200);
    expect((await post("/ask-sources", { question: word })).body.detail).toMatch(/32000 characters/);
  });

  it("a question about a document that is one very long word is answered", async () => {
    await server.ingestAndWait("endless.txt", `${"x".repeat(400_000)} the samovar is copper`);
    const asked = await post("/ask-sources", { question: "What material is the samovar?" });
    expect(asked.status).toBe(200);
  });

  it("finds a file by its name in either Unicode form", async () => {
    const sent = await server.ingestAndWait("Grüße.txt".normalize("NFD"), "Viele Grüße aus Köln.");
    for (const form of ["NFC", "NFD"]) {
      const name = "Grüße.txt".normalize(form);
      const found = await post("/prebuilt-rag", { query: "Köln", file_names: [name] });
      expect(found.body.chunks).toMatchObject([{ file_id: sent.file_id }]);
      expect((await post("/elements", { file_name: name })).status).toBe(200);
    }
  });
});
