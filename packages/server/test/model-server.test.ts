import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../testing/model-server/start-model-server.ts";

/** The server that stands in for providers, where other tests do not show it. */
describe("the stand-in server", () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(() => server.close());

  const chat = (more: object) =>
    fetch(`${server.baseUrl}/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ model: "test", messages: [{ role: "user", content: "?" }], ...more }),
    });
  const tools = [{ type: "function", function: { name: "search", parameters: { type: "object" } } }];

  it("calls tools, as a whole and in a stream", async () => {
    server.answerChat({ toolCalls: [{ name: "search", arguments: { words: "tide" } }] });
    const call = { function: { name: "search", arguments: '{"words":"tide"}' } };
    expect(await (await chat({ tools })).json()).toMatchObject({
      choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: "tool_calls" }],
    });
    const events = (await (await chat({ tools, stream: true })).text())
      .split("\n\n")
      .filter((event) => event.startsWith("data: {"))
      .map((event) => JSON.parse(event.slice("data: ".length)) as { choices: object[] });
    expect(events[0]?.choices).toMatchObject([{ delta: { tool_calls: [call] } }]);
    expect(events[1]?.choices).toMatchObject([{ finish_reason: "tool_calls" }]);
  });

  it("refuses a strict form that providers refuse", async () => {
    const response_format = (schema: object, strict: boolean) => ({
      response_format: { type: "json_schema", json_schema: { name: "form", schema, strict } },
    });
    const loose = { type: "object", properties: { year: { type: "integer" } } };
    const refused = await chat(response_format(loose, true));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { message: "Invalid schema for response_format: #: 'additionalProperties' must be false" },
    });
    expect((await chat(response_format(loose, false))).status).toBe(200);
  });

  it("meets faults in the order in which they were asked for", async () => {
    server.fail({ kind: "status", status: 429, headers: { "retry-after": "7" } });
    server.fail({ kind: "bad-json" });
    const busy = await chat({});
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await (await chat({})).text()).toContain("<html>");
    expect((await chat({})).status).toBe(200);
    server.fail({ kind: "cut", after: 1 });
    await expect((await chat({ stream: true })).text()).rejects.toThrow();
  });
});
