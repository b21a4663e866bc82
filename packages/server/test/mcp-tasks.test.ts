import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

const tasks = "io.modelcontextprotocol/tasks";

type Reply = { result?: Record<string, unknown>; error?: { code: number; message: string } };

describe("builds as tasks (the extension of revision 2026-07-28)", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  /** One request, as a client sends it that knows the extension, or not. */
  const send = async (
    method: string,
    params: Record<string, unknown>,
    extensions: object = { [tasks]: {} },
  ) => {
    const prefix = "io.modelcontextprotocol";
    const _meta = {
      [`${prefix}/protocolVersion`]: "2026-07-28",
      [`${prefix}/clientInfo`]: { name: "headwater-test", version: "1" },
      [`${prefix}/clientCapabilities`]: { extensions },
    };
    const response = await fetch(`${server.origin}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        "mcp-name": String(params.name ?? params.taskId),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    });
    return (await response.json()) as Reply;
  };
  const ingest = (file_name: string, content: string | Uint8Array, extensions?: object) =>
    send(
      "tools/call",
      {
        name: "ingest_source",
        arguments: { file_name, content_base64: Buffer.from(content).toString("base64") },
      },
      extensions,
    );

  it("answers with a task, which ends with the build, also when the service restarts in between", async () => {
    const { result } = await ingest("harbour.txt", "The harbour opened in 1902.");
    expect(result).toMatchObject({
      resultType: "task",
      status: "working",
      ttlMs: null,
      pollIntervalMs: 2000,
    });
    const taskId = String(result?.taskId);
    const { dataFolder } = server;
    await server.stop();
    server = await startServer({ HEADWATER_DATA: dataFolder });

    await expect
      .poll(async () => (await send("tasks/get", { taskId })).result)
      .toMatchObject({
        taskId,
        status: "completed",
        result: { structuredContent: { build_id: taskId, status: "Completed", file_name: "harbour.txt" } },
      });
  });

  it("ends with an error for a document that can't be read", async () => {
    const { result } = await ingest("broken.pdf", "this is no PDF");
    const taskId = String(result?.taskId);
    await expect
      .poll(async () => (await send("tasks/get", { taskId })).result)
      .toMatchObject({
        status: "completed",
        result: { isError: true, structuredContent: { status: "Processing failed" } },
      });
  });

  it("answers as always to a client that does not know the extension, and to a refused call", async () => {
    const plain = await ingest("plain.txt", "Plain text.", {});
    expect(plain.result).toMatchObject({ resultType: "complete", structuredContent: { success: true } });
    const refused = await ingest("a.exe", "?");
    expect(refused.result).toMatchObject({ resultType: "complete", isError: true });
    const read = await send("tools/call", { name: "list_sources", arguments: {} });
    expect(read.result).toMatchObject({ resultType: "complete" });
  });

  it("knows no other tasks", async () => {
    const { error } = await send("tasks/get", { taskId: "nowhere" });
    expect(error).toMatchObject({ code: -32602, message: "No history found for build 'nowhere'" });
    expect((await send("tasks/cancel", { taskId: "nowhere" })).error?.code).toBe(-32602);
  });
});
