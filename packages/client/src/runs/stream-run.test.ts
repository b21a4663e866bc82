import { describe, expect, it } from "vitest";
import { example } from "../../testing/example.ts";
import { json, type Step, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { isApiError, isConnectionError } from "../errors/guards.ts";
import { createFlowClient } from "../flow-client.ts";
import { resumeRun } from "./resume-run.ts";
import type { RunEvent, RunPlace } from "./run-event.ts";
import { streamRun } from "./stream-run.ts";

const result = example<object>("runFlow.200");
const frames = [
  ["status", { run_id: "r 1" }],
  ["node", { node_id: "rag", state: "running" }],
  ["later", { unknown: true }],
  ["node", { node_id: "rag", state: "ran", why: "first run" }],
  ["result", result],
].map(([event, data], at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
const part = (from: number, to = frames.length) =>
  new Response(frames.slice(from, to).join(""), { headers: { "content-type": "text/event-stream" } });

const clientOf = (...steps: Step[]) => {
  const fetch = scriptedFetch(...steps);
  return { flow: createFlowClient({ flowUrl: "http://support.test", fetch, maxRetries: 0 }), fetch };
};
async function collect(events: AsyncGenerator<RunEvent>) {
  const seen: string[] = [];
  let error: unknown;
  try {
    for await (const event of events)
      seen.push(
        event.type === "node" ? `${event.node.node_id} ${event.node.state}` : JSON.stringify(event.result),
      );
  } catch (thrown) {
    error = thrown;
  }
  return { seen, error };
}
const whole = ["rag running", "rag ran", JSON.stringify(result)];

describe("streamRun", () => {
  it("yields what each node does, then the result", async () => {
    const { flow, fetch } = clientOf(part(0));
    const places: RunPlace[] = [];
    const onPlace = (place: RunPlace) => places.push(place);
    expect(await collect(streamRun(flow, { query: "?" }, { onPlace }))).toEqual({
      seen: whole,
      error: undefined,
    });
    expect(fetch.requests[0]?.headers.get("accept")).toMatch(/^text\/event-stream/);
    expect(await fetch.requests[0]?.json()).toEqual({ query: "?" });
    expect(places.map(({ runId, lastEventId }) => runId + lastEventId)).toEqual([
      "r 11",
      "r 12",
      "r 13",
      "r 14",
    ]);
  });

  it("yields only the result of a server that does not stream", async () => {
    const { flow } = clientOf(json(result));
    expect((await collect(streamRun(flow, { query: "?" }))).seen).toEqual(whole.slice(-1));
  });

  it("goes on after the connection is lost and while the service starts again, without a second run", async () => {
    for (let cut = 1; cut < frames.length; cut += 1) {
      const { flow, fetch } = clientOf(part(0, cut), json({ detail: "starting" }, 503), part(cut));
      expect(await collect(streamRun(flow, { query: "?" }))).toEqual({ seen: whole, error: undefined });
      expect(fetch.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
        "POST http://support.test/",
        "GET http://support.test/runs/r%201/events",
        "GET http://support.test/runs/r%201/events",
      ]);
      expect(fetch.requests[2]?.headers.get("last-event-id")).toBe(String(cut));
    }
  });

  it("throws what a run failed of", async () => {
    const failed = `id: 2\nevent: error\ndata: {"detail":"Error running flow: no model","status":500}\n\n`;
    const headers = { "content-type": "text/event-stream" };
    const { flow } = clientOf(new Response(frames[0] + failed, { headers }));
    const { error } = await collect(streamRun(flow, { query: "?" }));
    expect(isApiError(error, 500) && error.detail).toBe("Error running flow: no model");
  });
});

describe("resumeRun", () => {
  it("goes on after a place, and from the beginning without one", async () => {
    for (const lastEventId of [undefined, "2"]) {
      const { flow, fetch } = clientOf(part(Number(lastEventId ?? 0)));
      const { seen } = await collect(resumeRun(flow, { runId: "r 1", lastEventId }));
      expect(seen).toEqual(lastEventId ? whole.slice(1) : whole);
      expect(fetch.requests[0]?.headers.get("last-event-id")).toBe(lastEventId ?? null);
    }
  });

  it("says why it can't be had", async () => {
    const { flow } = clientOf(json(example("resumeRun.404"), 404));
    const { error } = await collect(resumeRun(flow, { runId: "r", lastEventId: undefined }));
    expect(isConnectionError(error)).toBe(true);
    expect(String(error)).toContain("The run cannot be resumed. Run the flow again.");
    expect(isApiError((error as Error).cause, 404)).toBe(true);
  });
});
