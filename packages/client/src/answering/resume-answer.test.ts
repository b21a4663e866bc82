import { describe, expect, it } from "vitest";
import { example } from "../../testing/example.ts";
import { json, type Step, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { isApiError, isConnectionError } from "../errors/guards.ts";
import { createSourcesClient } from "../sources-client.ts";
import type { AnswerEvent } from "./answer-event.ts";
import type { AnswerPlace } from "./answer-place.ts";
import { resumeAnswer } from "./resume-answer.ts";
import { streamAnswer } from "./stream-answer.ts";
import type { StreamAnswerOptions } from "./stream-answer-options.ts";

const answer = example<object>("askSources.200");
const frames = [
  ["status", { answer_id: "a 1" }],
  ["status", { stage: "retrieving" }],
  ["citation", { index: 1 }],
  ["delta", { text: "The warranty lasts " }],
  ["delta", { text: "zwei Jahre –" }],
  ["answer", answer],
].map(([event, data], at) => `id: ${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
const headers = { "content-type": "text/event-stream" };

/** Sends a text, then the connection is lost. */
const cutAfter =
  (text: string, reason: unknown = new TypeError("terminated")) =>
  () => {
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent || text === "") return controller.error(reason);
        sent = true;
        controller.enqueue(new TextEncoder().encode(text));
      },
    });
    return new Response(body, { headers });
  };
const whole = (after: number) => new Response(frames.slice(after).join(""), { headers });

async function collect(steps: Step[], options: StreamAnswerOptions = {}) {
  const fetch = scriptedFetch(...steps);
  const client = createSourcesClient({ baseUrl: "http://service.test", fetch, maxRetries: 0 });
  const events: AnswerEvent[] = [];
  let error: Error | undefined;
  try {
    for await (const event of streamAnswer(client, { question: "?" }, options)) events.push(event);
  } catch (thrown) {
    error = thrown as Error;
  }
  return { events, error, requests: fetch.requests };
}

describe("an answer whose connection is lost", () => {
  it("goes on after any event, and after a part of one, without asking again", async () => {
    const uncut = await collect([whole(0)]);
    expect(uncut.events).toHaveLength(3);
    for (let cut = 1; cut < frames.length; cut += 1) {
      for (const part of ["", frames[cut]?.slice(0, 30) ?? ""]) {
        const { events, error, requests } = await collect([
          cutAfter(frames.slice(0, cut).join("") + part),
          whole(cut),
        ]);
        expect(error).toBeUndefined();
        expect(events).toEqual(uncut.events);
        expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
          "POST http://service.test/ask-sources",
          "GET http://service.test/answers/a%201/events",
        ]);
        expect(requests[1]?.headers.get("last-event-id")).toBe(String(cut));
      }
    }
  });

  it("tells status and citations once each, however often it is cut", async () => {
    const told: unknown[] = [];
    const steps = frames.map((frame) => cutAfter(frame));
    const { error, events } = await collect(steps, {
      onStatus: (status) => told.push(status),
      onCitation: (citation) => told.push(citation),
    });
    expect([error, events.length]).toEqual([undefined, 3]);
    expect(told).toEqual([{ answer_id: "a 1" }, { stage: "retrieving" }, { index: 1 }]);
  });

  it("is given up after some attempts that bring nothing", async () => {
    const { error, requests } = await collect([
      cutAfter(frames[0] ?? ""),
      ...Array.from({ length: 9 }, () => cutAfter("")),
    ]);
    expect(isConnectionError(error)).toBe(true);
    expect(String(error)).toMatch(/was cut off/);
    expect(requests).toHaveLength(6);
  });

  it("says that it was lost where it can't be resumed, and why", async () => {
    const { error, events } = await collect([
      cutAfter(frames.slice(0, 4).join("")),
      json(example("resumeAnswer.404"), 404),
    ]);
    expect(events).toHaveLength(1);
    expect(isConnectionError(error)).toBe(true);
    expect(isApiError(error?.cause, 404)).toBe(true);
  });

  it("waits for a service that starts again", async () => {
    const { error, events } = await collect([
      cutAfter(frames.slice(0, 4).join("")),
      () => Promise.reject(new TypeError("fetch failed")),
      json({ detail: "The service is starting." }, 503),
      whole(4),
    ]);
    expect(error).toBeUndefined();
    expect(events).toHaveLength(3);
  });

  it("ends with the signal, also while it is resumed", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { error } = await collect(
      [
        cutAfter(frames[0] ?? ""),
        () => {
          controller.abort(reason);
          return Promise.reject(reason);
        },
      ],
      { signal: controller.signal },
    );
    expect(error).toBe(reason);
  });

  it("is not resumed when it grew too long", async () => {
    const { error, requests } = await collect([whole(0)], { maxBytes: 60 });
    expect(String(error)).toMatch(/longer than 60 bytes/);
    expect(requests).toHaveLength(1);
  });
});

describe("an answer that another page began", () => {
  const begin = async () => {
    const places: AnswerPlace[] = [];
    const fetch = scriptedFetch(whole(0));
    const client = createSourcesClient({ baseUrl: "http://service.test", fetch, maxRetries: 0 });
    const texts: string[] = [];
    for await (const event of streamAnswer(client, { question: "?" }, { onPlace: (at) => places.push(at) }))
      if (event.type === "delta") texts.push(`${event.text}${places.length}`);
    return { places, texts };
  };

  it("tells its place after each event, when the reader has it", async () => {
    const { places, texts } = await begin();
    expect(places).toEqual(
      ["1", "2", "3", "4", "5"].map((lastEventId) => ({ answerId: "a 1", lastEventId })),
    );
    expect(texts).toEqual(["The warranty lasts 3", "zwei Jahre –4"]);
  });

  it("goes on after that place, and from its beginning without one", async () => {
    for (const lastEventId of ["4", undefined]) {
      const fetch = scriptedFetch(cutAfter(frames[Number(lastEventId ?? 0)] ?? ""), (request) =>
        whole(Number(request.headers.get("last-event-id"))),
      );
      const client = createSourcesClient({ baseUrl: "http://service.test", fetch, maxRetries: 0 });
      const events: AnswerEvent[] = [];
      for await (const event of resumeAnswer(client, { answerId: "a 1", lastEventId })) events.push(event);
      expect(events.map((event) => (event.type === "delta" ? event.text : event.type))).toEqual([
        ...(lastEventId ? [] : ["The warranty lasts "]),
        ...["zwei Jahre –", "answer"],
      ]);
      expect(fetch.requests[0]?.headers.get("last-event-id")).toBe(lastEventId ?? null);
    }
  });

  it("says why it can't be had", async () => {
    const fetch = scriptedFetch(json(example("resumeAnswer.404"), 404));
    const client = createSourcesClient({ baseUrl: "http://service.test", fetch, maxRetries: 0 });
    const error = await resumeAnswer(client, { answerId: "a", lastEventId: undefined })
      .next()
      .catch((reason: unknown) => reason as Error);
    expect(isConnectionError(error)).toBe(true);
    expect(isApiError((error as Error).cause, 404)).toBe(true);
  });
});
