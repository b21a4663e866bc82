import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

describe("the HTTP surface", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${server.token}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(server.origin + path, { method, ...init, headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  it.each([
    "/nothing",
    "/sources/nothing",
    "/builds",
    "/sources/builds/x/y",
    "/flows/sample/nothing",
    "/flows/sample/nodes",
    "/0b0f3f0e",
  ])("404 for the unknown path %s", async (path) => {
    expect(await send("GET", path)).toMatchObject({
      status: 404,
      body: { detail: "Not found", message: "Not found" },
    });
  });

  it.each([
    ["POST", "/sources", "GET, HEAD"],
    ["POST", "/", "GET, HEAD"],
    ["GET", "/list-sources", "POST"],
    ["PUT", "/tokens", "GET, HEAD, POST"],
    ["GET", "/ask-sources", "POST"],
    ["PUT", "/sources/delete", "DELETE"],
    ["DELETE", "/sources/builds/x", "GET, HEAD"],
    ["PATCH", "/sources", "GET, HEAD"],
    ["PATCH", "/flows", "GET, HEAD"],
    ["GET", "/sources/0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10", "PATCH"],
  ])("405 for %s %s, naming what is allowed", async (method, path, allowed) => {
    const { status, headers, body } = await send(method, path);
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe(allowed);
    expect(body).toMatchObject({ detail: `Method not allowed. Allowed here: ${allowed}` });
  });

  it("400 for malformed JSON, a wrong type and a wrong Content-Type, each saying so", async () => {
    const json = { "content-type": "application/json" };
    const detail = async (body: string, headers: Record<string, string> = json) =>
      (await send("POST", "/prebuilt-rag", { body, headers })).body;
    expect(await detail('{"query": ')).toMatchObject({ detail: "Invalid input: the body is not valid JSON" });
    expect(await detail('["query"]')).toMatchObject({ detail: "Invalid input: the body must be object" });
    expect(await detail('{"query": ["a"]}')).toMatchObject({ detail: "Invalid input: query must be string" });
    expect(await detail("query=a", { "content-type": "application/x-www-form-urlencoded" })).toMatchObject({
      detail: "Invalid input: Content-Type must be application/json, not application/x-www-form-urlencoded",
    });
  });

  it("413 for a JSON body past its limit", async () => {
    const body = JSON.stringify({ query: "a".repeat(11 * 1024 * 1024) });
    const headers = { "content-type": "application/json" };
    expect(await send("POST", "/prebuilt-rag", { body, headers })).toMatchObject({
      status: 413,
      body: { detail: "Request body is too large" },
    });
  });

  it("reads null in a body as absent, and ignores headers of other clients", async () => {
    const body = JSON.stringify({ query: "a", file_ids: null, file_names: null, top_k: null });
    const headers = {
      "content-type": "application/json",
      "x-stainless-lang": "js",
      "x-stainless-retry-count": "0",
    };
    expect(await send("POST", "/prebuilt-rag", { body, headers })).toMatchObject({ status: 200 });
  });

  it("answers with the request id it was given, or one of its own", async () => {
    const given = await send("GET", "/sources", { headers: { "x-request-id": "my-request.1" } });
    expect(given.headers.get("x-request-id")).toBe("my-request.1");
    const forged = await send("GET", "/sources", { headers: { "x-request-id": "no good!" } });
    expect(forged.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("400 as {detail} for an address that is not a valid path", async () => {
    expect(await send("GET", "/builds/%zz")).toMatchObject({
      status: 400,
      body: { detail: expect.any(String) },
    });
  });

  it("400 as {detail} for bytes that are not HTTP", async () => {
    const { port } = new URL(server.origin);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
      let text = "";
      socket.on("data", (part) => {
        text += part;
      });
      socket.on("end", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ detail: expect.any(String) });
  });

  it("serves the reference page, both OpenAPI documents and Prometheus metrics", async () => {
    const page = await fetch(`${server.origin}/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/swagger-ui/);
    for (const surface of ["sources", "flows"]) {
      const document = await (await fetch(`${server.origin}/openapi/${surface}.json`)).json();
      expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
    }
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(metrics).toMatch(/headwater_http_request_duration_seconds_count\{operation="listSources"/);
    expect(metrics).toMatch(/headwater_builds_open\{state="Pending",lane="quick"\} 0/);
  });
});
