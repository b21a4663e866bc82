import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStores } from "../src/adapters/sql/create-stores.ts";
import { createProjectWithToken } from "../src/auth/first-project.ts";
import { newToken } from "../src/auth/token.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { samplePdf } from "../testing/documents/sample-pdf.ts";
import { connectMcpClient, type Revision, textOf } from "../testing/mcp-client.ts";
import { type SettledBuild, startServer, type TestServer } from "../testing/start-server.ts";
import { openTestDatabase } from "../testing/test-database.ts";

const writingTools = ["ingest_source"];
const readingTools = [
  "search_sources",
  "ask_sources",
  "extract_fields",
  "list_sources",
  "get_elements",
  "show_page",
  "build_status",
  "search",
  "fetch",
];

const tableRows = 1_700;
const tableText = [
  "Order,Customer,City,Product,Price,Comment",
  ...Array.from(
    { length: tableRows },
    (_, row) =>
      `${row + 1},Customer ${row} Ltd,Springfield ${row % 17},Pump model ${row % 9},${row * 7.35},Delivered with note ${row} and all of its papers`,
  ),
].join("\n");

describe("the Model Context Protocol over HTTP", () => {
  let table: SettledBuild;
  let server: TestServer;
  let pdf: SettledBuild;
  let readOnly: string;
  let stranger: string;

  beforeAll(async () => {
    server = await startServer();
    await server.ingestAndWait("warranty.txt", "The warranty of the pump lasts 24 months.");
    pdf = await server.ingestAndWait("sample.pdf", samplePdf({ pages: 2, seed: 1, keyword: "pump" }));
    table = await server.ingestAndWait("orders.csv", tableText);
    const database = await openTestDatabase(server.dataFolder);
    const stores = createStores(database, systemClock);
    const project = await stores.projects.findByName("default");
    const token = newToken(
      { projectId: project?.projectId ?? "", name: "reader", readOnly: true },
      systemClock,
    );
    await stores.tokens.add(token.record);
    readOnly = token.secret;
    const other = await createProjectWithToken("other", { projects: stores.projects, clock: systemClock });
    stranger = other.secret;
    await database.destroy();
  });
  afterAll(() => server.close());

  const as = (token: string) => ({ origin: server.origin, token });
  const overHttp = async (path: string, body: unknown) => {
    const response = await fetch(server.baseUrl + path, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.text();
  };

  describe.each<[Revision, string]>([
    ["modern", "2026-07-28"],
    ["legacy", "2025-11-25"],
  ])("for a %s client (%s)", (revision, version) => {
    it("speaks the revision and lists its tools", async () => {
      const client = await connectMcpClient(server, revision);
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names.toSorted()).toEqual([...readingTools, ...writingTools].toSorted());
      await client.close();
    });

    it("searches for the passages that HTTP gives", async () => {
      const client = await connectMcpClient(server, revision);
      const body = { query: "warranty of the pump", top_k: 3 };
      const found = textOf(await client.callTool({ name: "search_sources", arguments: body }));
      const { chunks, total } = JSON.parse(await overHttp("/prebuilt-rag", body));
      expect(total).toBeGreaterThan(0);
      expect(found.match(/^## \d+\./gm)?.length).toBe(total);
      expect(found).toContain(`## 1. ${chunks[0].file_name}, page 1\n\n${chunks[0].text}\n`);
      await client.close();
    });

    it("answers with the citations that HTTP gives, in words", async () => {
      const client = await connectMcpClient(server, revision);
      const body = { question: "How long does the warranty last?" };
      const answer = textOf(await client.callTool({ name: "ask_sources", arguments: body }));
      const expected = JSON.parse(await overHttp("/ask-sources", body));
      expect(answer).toContain(expected.answer);
      expect(answer).toContain(`[1] warranty.txt (file_id ${expected.citations[0].file_id}), page 1`);
      expect(answer).toMatch(/\n\nconversation_id: [\w-]+$/);
      await client.close();
    });

    it("reads a table of 170 kB in parts, each row once", async () => {
      const client = await connectMcpClient(server, revision);
      const rows: string[] = [];
      for (let cursor: unknown, parts = 0; parts === 0 || cursor; parts += 1) {
        const result = await client.callTool({
          name: "get_elements",
          arguments: { file_id: table.file_id, ...(cursor ? { cursor } : {}) },
        });
        expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(60_000);
        rows.push(...(textOf(result).match(/^\| \d+ (?=\|)/gm) ?? []));
        cursor = result._meta?.["headwater/next-cursor"];
      }
      expect(rows).toEqual(Array.from({ length: tableRows }, (_, row) => `| ${row + 1} `));
      await client.close();
    });

    it("gives errors in the words of the service", async () => {
      const client = await connectMcpClient(server, revision);
      const missing = await client.callTool({ name: "search_sources", arguments: {} });
      expect(missing).toMatchObject({ isError: true, _meta: { "headwater/status": 400 } });
      expect(textOf(missing)).toBe("query is required");
      const unknown = await client.callTool({ name: "get_elements", arguments: { file_id: "nowhere" } });
      expect(textOf(unknown)).toBe("File not found");
      await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(
        "Tool no_such_tool not found",
      );
      await client.close();
    });

    it("shows a page as a resource and by a tool", async () => {
      const client = await connectMcpClient(server, revision);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        "headwater://sources/{file_id}/pages/{page_number}",
      ]);
      const uri = `headwater://sources/${pdf.file_id}/pages/1`;
      const [picture] = (await client.readResource({ uri })).contents;
      const bytes = Buffer.from((picture as { blob: string }).blob, "base64");
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
      const shown = await client.callTool({
        name: "show_page",
        arguments: { file_id: pdf.file_id, page_number: 1 },
      });
      expect(shown.content).toEqual([
        { type: "image", mimeType: "image/png", data: bytes.toString("base64") },
      ]);
      await expect(
        client.readResource({ uri: `headwater://sources/${pdf.file_id}/pages/99` }),
      ).rejects.toThrow("Page not found");
      await client.close();
    });

    it("ingests bytes, and says when they can be asked about", async () => {
      const client = await connectMcpClient(server, revision);
      const content_base64 = Buffer.from(`The ${revision} mill was built in 1871.`).toString("base64");
      const file_name = `${revision}-mill.txt`;
      const accepted = await client.callTool({
        name: "ingest_source",
        arguments: { file_name, content_base64 },
      });
      const { build_id } = accepted.structuredContent as { build_id: string };
      await server.waitFor(build_id);
      const status = await client.callTool({ name: "build_status", arguments: { build_id } });
      expect(status.structuredContent).toMatchObject({ status: "Completed", file_name });
      const listed = await client.callTool({ name: "list_sources", arguments: { q: file_name } });
      expect(listed.structuredContent).toMatchObject({ total: 1, sources: [{ file_name }] });
      await client.close();
    });
  });

  it("collects under tags, and lists, searches, asks and extracts within them", async () => {
    const client = await connectMcpClient(server);
    const call = async (name: string, args: Record<string, unknown>) =>
      client.callTool({ name, arguments: args });
    for (const [name, text, tags] of [
      ["acme.txt", "The lamp of the cellar costs 20 dollars.", ["bills", "paid"]],
      ["birch.txt", "The lamp of the cellar costs 30 dollars.", ["bills"]],
    ] as const) {
      const content_base64 = Buffer.from(text).toString("base64");
      const accepted = await call("ingest_source", { file_name: name, content_base64, tags });
      await server.waitFor((accepted.structuredContent as { build_id: string }).build_id);
    }
    expect((await call("list_sources", { tags: ["paid"] })).structuredContent).toMatchObject({
      total: 1,
      sources: [{ file_name: "acme.txt", tags: ["bills", "paid"] }],
    });
    const question = "What does the lamp of the cellar cost?";
    const found = textOf(await call("search_sources", { query: question, tags: ["paid"] }));
    expect(found).toContain("20 dollars");
    expect(found).not.toContain("30 dollars");
    expect(textOf(await call("ask_sources", { question, tags: ["paid"] }))).toContain("20 dollars");
    expect(textOf(await call("search_sources", { query: question, tags: [] }))).toMatch(/[23]0 dollars/);
    const extracted = await call("extract_fields", {
      user_instruction: "The price",
      output_schema: { type: "object", properties: { price: { type: "string" } } },
      tags: ["paid"],
    });
    expect(extracted.isError).toBeFalsy();
    const unlimited = await call("extract_fields", {
      user_instruction: "The price",
      output_schema: "{}",
      tags: [],
    });
    expect(unlimited).toMatchObject({ isError: true, _meta: { "headwater/status": 400 } });
    const refused = await call("ingest_source", { file_name: "a.txt", content_base64: "YQ==", tags: "paid" });
    expect(textOf(refused)).toBe("Invalid input: tags must be a list of strings");
    await client.close();
  });

  it("says what is wrong with what is to be ingested", async () => {
    const client = await connectMcpClient(server);
    const ingest = async (args: Record<string, unknown>) =>
      textOf(await client.callTool({ name: "ingest_source", arguments: args }));
    expect(await ingest({})).toBe("Invalid input: name one of url and content_base64");
    expect(await ingest({ path: "/etc/passwd" })).toContain('ingest_source has no argument "path"');
    expect(await ingest({ file_name: "a.txt", content_base64: "§" })).toBe(
      "Invalid input: content_base64 is not base64",
    );
    expect(await ingest({ file_name: "a.exe", content_base64: "YQ==" })).toContain(
      "File type 'exe' is not supported",
    );
    expect(await ingest({ url: "https://example.com", kind: "constructor" })).toContain(
      "kind must be one of",
    );
    expect(await ingest({ url: "ftp://example.com" })).toMatch(/url|address|URL/i);
    await client.close();
  });

  it("shows a read-only token the reading tools, and lets it call no other", async () => {
    const client = await connectMcpClient(as(readOnly));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names.toSorted()).toEqual(readingTools.toSorted());
    const refused = await client.callTool({
      name: "ingest_source",
      arguments: { file_name: "a.txt", content_base64: "YQ==" },
    });
    expect(refused).toMatchObject({ isError: true, content: [{ text: "Permission denied" }] });
    await client.close();
  });

  it("keeps projects apart", async () => {
    const client = await connectMcpClient(as(stranger));
    const list = await client.callTool({ name: "list_sources", arguments: {} });
    expect(list.structuredContent).toEqual({ sources: [], total: 0 });
    const read = await client.callTool({ name: "get_elements", arguments: { file_id: pdf.file_id } });
    const unknown = await client.callTool({ name: "get_elements", arguments: { file_id: "nowhere" } });
    expect(textOf(read)).toBe(textOf(unknown));
    await client.close();
  });

  /** `fetch` would set Host by itself. */
  const post = (headers: Record<string, string>, body = "{}", method = "POST", path = "/mcp") =>
    new Promise<{ status: number; text: string; challenge: string | undefined }>((resolve, reject) => {
      const sent = request(server.origin + path, {
        method,
        headers: { "content-type": "application/json", ...headers },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece) => pieces.push(piece));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(pieces).toString(),
            challenge: response.headers["www-authenticate"],
          }),
        );
      });
      sent.end(method === "POST" ? body : undefined);
    });
  const authorization = () => `Bearer ${server.token}`;

  it("needs a token", async () => {
    for (const headers of [{}, { authorization: "Bearer wrong" }]) {
      const { status, text, challenge } = await post(headers as Record<string, string>);
      expect([status, JSON.parse(text).detail]).toEqual([401, "Invalid authentication credentials"]);
      expect(challenge).toContain('Bearer realm="headwater"');
      expect(challenge).not.toContain("resource_metadata");
    }
  });

  it("refuses foreign hosts and origins before anything else", async () => {
    const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = { authorization: authorization(), accept: "application/json, text/event-stream" };
    expect((await post({ ...headers, host: "evil.example" }, list)).text).toContain(
      "Host 'evil.example' is not allowed",
    );
    const refused = await post({ ...headers, origin: "https://evil.example" }, list);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("Origin 'https://evil.example' is not allowed");
    for (const origin of ["null", "http://6.6.6.6", "http://localhost.evil.example"])
      expect((await post({ ...headers, origin }, list)).status).toBe(403);
    for (const host of ["localhost:4000", "127.0.0.1", "[::1]:4000"])
      expect((await post({ ...headers, host, origin: "http://localhost:6274" }, list)).status).toBe(200);
  });

  it("has neither sessions nor OAuth metadata, and takes no more than 10 MiB", async () => {
    const headers = { authorization: authorization() };
    expect((await post(headers, "", "GET")).status).toBe(405);
    expect((await post(headers, "", "DELETE")).status).toBe(405);
    const paths = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"];
    for (const path of paths) expect((await post(headers, "", "GET", path)).status).toBe(404);
    const large = await post(
      { ...headers, "content-length": String(10 * 1024 * 1024 + 1) },
      " ".repeat(10 * 1024 * 1024 + 1),
    );
    expect(large.status).toBe(413);
  });

  it("answers what is not JSON-RPC with an error of the protocol", async () => {
    const headers = { authorization: authorization(), accept: "application/json, text/event-stream" };
    for (const body of ["", "{", "[]", '"text"', JSON.stringify({ jsonrpc: "2.0" })]) {
      const { status, text } = await post(headers, body);
      expect(status, body).toBe(400);
      expect(JSON.parse(text).error.code, body).toBeLessThan(0);
    }
    expect((await post({ ...headers, "content-type": "text/plain" }, "{}")).status).toBe(415);
  });
});
