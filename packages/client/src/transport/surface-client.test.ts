import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { json, networkError, neverAnswers, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { startServer } from "../../testing/start-server.ts";
import { isApiError, isConnectionError, isTimeoutError } from "../errors/guards.ts";
import { createSourcesClient } from "../sources-client.ts";
import { unwrap } from "../unwrap.ts";

const baseUrl = "http://service.test/sources";

describe("a raw call", () => {
  it("answers data and the raw response", async () => {
    const fetch = scriptedFetch(json([], 200, { "x-request-id": "r1" }));
    const { data, response } = await createSourcesClient({ baseUrl, fetch }).GET("/");
    expect(data).toEqual([]);
    expect(response.headers.get("x-request-id")).toBe("r1");
    expect(fetch.requests[0]?.url).toBe("http://service.test/sources");
  });

  it("answers an error as data, without throwing", async () => {
    const fetch = scriptedFetch(json({ detail: "File not found" }, 404));
    const { error, response } = await createSourcesClient({ baseUrl, fetch }).GET("/get-elements", {
      params: { query: { file_id: "x" } },
    });
    expect(response.status).toBe(404);
    expect(error?.detail).toBe("File not found");
  });

  it("repeats array parameters and sends the JSON body of a DELETE", async () => {
    const fetch = scriptedFetch(json([]), json({}));
    const client = createSourcesClient({ baseUrl: `${baseUrl}//`, fetch });
    await client.GET("/", { params: { query: { file_ids: ["a", "b c"] } } });
    await client.DELETE("/delete", { body: { file_id: "a" } });
    expect(fetch.requests.map((request) => request.url)).toEqual([
      "http://service.test/sources?file_ids=a&file_ids=b%20c",
      "http://service.test/sources/delete",
    ]);
    expect(await fetch.requests[1]?.json()).toEqual({ file_id: "a" });
  });

  it("lets the caller change every request, and keeps what the call itself says", async () => {
    const sent = scriptedFetch(json([]), json([]));
    const client = createSourcesClient({
      baseUrl,
      headers: { "x-own": "1", "x-other": "2" },
      fetch: (request) => {
        request.headers.set("x-trace", "7");
        return sent(request);
      },
    });
    await client.GET("/", { headers: { "x-own": null, "x-other": "3" }, credentials: "include" });
    const [request] = sent.requests;
    expect(request?.headers.get("x-trace")).toBe("7");
    expect(request?.headers.has("x-own")).toBe(false);
    expect(request?.headers.get("x-other")).toBe("3");
    expect(request?.headers.has("content-type")).toBe(false);
    expect(request?.credentials).toBe("include");
  });

  it("writes ids and filters into the address so that they cannot change it", async () => {
    const fetch = scriptedFetch(json({}), json({}));
    const client = createSourcesClient({ baseUrl, fetch });
    await client.GET("/builds/{build_id}", {
      params: {
        path: { build_id: "a/b?c $& {x}" },
        query: { suppress_elements: false },
        header: { Prefer: "wait=2" },
      },
    });
    await client.GET("/", { params: { query: { file_ids: [], q: "a&b=c", sort: undefined } } as object });
    expect(fetch.requests.map(({ url }) => url)).toEqual([
      `${baseUrl}/builds/a%2Fb%3Fc%20%24%26%20%7Bx%7D?suppress_elements=false`,
      `${baseUrl}?q=a%26b%3Dc`,
    ]);
    expect(fetch.requests[0]?.headers.get("prefer")).toBe("wait=2");
  });

  it("sends a body as JSON unless it is a form or the call names another type", async () => {
    const fetch = scriptedFetch(json({}), json({}), json({}));
    const client = createSourcesClient({ baseUrl, fetch });
    const post = (body: unknown, headers = {}) =>
      client.POST("/ask-sources", { body: body as { question: string }, headers });
    await post({ question: "?" });
    await post(new FormData());
    await post({ question: "?" }, { "content-type": "application/merge+json" });
    const types = fetch.requests.map(({ headers }) => headers.get("content-type"));
    expect(types[0]).toBe("application/json");
    expect(types[1]).toMatch(/^multipart\/form-data; boundary=/);
    expect(types[2]).toBe("application/merge+json");
  });

  it.each(["text", "blob", "arrayBuffer", "stream"] as const)("reads a body as %s", async (parseAs) => {
    const fetch = scriptedFetch(new Response("original"), json({ detail: "File not found" }, 404));
    const client = createSourcesClient({ baseUrl, fetch });
    const path = { file_id: "f" };
    const read = () => client.GET("/{file_id}/content", { params: { path }, parseAs });
    const { data } = await read();
    expect(await new Response(data).text()).toBe("original");
    expect((await read()).error).toEqual({ detail: "File not found" });
  });

  it("takes an empty success for no data, and keeps the text of an error that is not JSON", async () => {
    const fetch = scriptedFetch(
      new Response(null, { status: 204 }),
      new Response("upstream is down", { status: 404 }),
    );
    const client = createSourcesClient({ baseUrl, fetch });
    expect(await client.GET("/")).toMatchObject({ data: undefined, response: { status: 204 } });
    expect(await client.GET("/")).toMatchObject({ error: "upstream is down" });
  });

  it("refuses a relative address where there is no page to resolve it", () => {
    expect(() => createSourcesClient({ baseUrl: "/api/sources" })).toThrow(
      /baseUrl is not an absolute URL: \/api/,
    );
  });
});

describe("authorization", () => {
  it("asks for the token before every attempt and drops space around it", async () => {
    const fetch = scriptedFetch(json({}, 503, { "retry-after-ms": "1" }), json([]));
    const tokens = ["first\n", " second "];
    await createSourcesClient({ baseUrl, fetch, token: async () => tokens.shift() }).GET("/");
    const sent = fetch.requests.map((request) => request.headers.get("authorization"));
    expect(sent).toEqual(["Bearer first", "Bearer second"]);
  });

  it("sends none without a token", async () => {
    const fetch = scriptedFetch(json([]));
    await createSourcesClient({ baseUrl, fetch, headers: { "x-own": "1" } }).GET("/");
    expect(fetch.requests[0]?.headers.has("authorization")).toBe(false);
    expect(fetch.requests[0]?.headers.get("x-own")).toBe("1");
  });

  it("does not repeat an unfit token in the error", async () => {
    const call = createSourcesClient({ baseUrl, fetch: scriptedFetch(), token: "se\ncret" }).GET("/");
    await expect(call).rejects.toThrow(/^The token is not fit for a header\.$/);
  });

  it("passes on what the token function throws", async () => {
    const signedOut = new Error("signed out");
    const token = () => Promise.reject(signedOut);
    await expect(createSourcesClient({ baseUrl, fetch: scriptedFetch(), token }).GET("/")).rejects.toBe(
      signedOut,
    );
  });
});

describe("deadlines and aborts", () => {
  it("ends a call that gets no answer", async () => {
    const call = createSourcesClient({ baseUrl, fetch: scriptedFetch(neverAnswers), timeoutMs: 5 }).GET("/");
    await expect(call).rejects.toSatisfy((error) => isTimeoutError(error) && error.timeoutMs === 5);
  });

  it("ends a call whose token never comes, or whose fetch does not hear the signal", async () => {
    const never = () => new Promise<never>(() => {});
    const options = { baseUrl, timeoutMs: 5 };
    const waiting = createSourcesClient({ ...options, token: never, fetch: scriptedFetch() }).GET("/");
    await expect(waiting).rejects.toSatisfy(isTimeoutError);
    await expect(createSourcesClient({ ...options, fetch: never }).GET("/")).rejects.toSatisfy(
      isTimeoutError,
    );
  });

  it("ends a call whose body never ends", async () => {
    const server = await startServer((_, response) => response.writeHead(200).write("[1,"));
    try {
      const call = createSourcesClient({ baseUrl: server.baseUrl }).GET("/", { timeoutMs: 50 });
      await expect(call).rejects.toSatisfy(isTimeoutError);
    } finally {
      await server.close();
    }
  });

  it("passes an abort's reason through, also between attempts", async () => {
    const reason = new Error("user left");
    const controller = new AbortController();
    const fetch = scriptedFetch(() => {
      queueMicrotask(() => controller.abort(reason));
      return json({}, 503, { "retry-after": "50" });
    });
    const call = createSourcesClient({ baseUrl, fetch }).GET("/", { signal: controller.signal });
    await expect(call).rejects.toBe(reason);
  });

  it("sends nothing when the signal has already aborted", async () => {
    const send = vi.fn(async (_: Request) => json([]));
    const call = createSourcesClient({ baseUrl, fetch: send }).GET("/", { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(send).not.toHaveBeenCalled();
  });

  it("leaves nothing on a signal that outlives the call", async () => {
    const { signal } = new AbortController();
    const fetch = scriptedFetch(json({}, 503, { "retry-after-ms": "1" }), json([]));
    const call = createSourcesClient({ baseUrl, fetch }).GET("/", { signal });
    expect(getEventListeners(signal, "abort")).not.toEqual([]);
    await call;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  describe("of a body that is streamed leave nothing on the signal", () => {
    const controller = new AbortController();
    const { signal } = controller;
    const open = async (response: Response) => {
      const client = createSourcesClient({ baseUrl, fetch: scriptedFetch(response) });
      return client.GET("/", { signal, parseAs: "stream" });
    };
    afterEach(() => expect(getEventListeners(signal, "abort")).toEqual([]));

    it("after it was read to its end", async () => {
      const { data } = await open(new Response("whole"));
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      expect(await new Response(data).text()).toBe("whole");
    });

    it("after it was cancelled", async () => {
      const cancel = vi.fn();
      const { data } = await open(new Response(new ReadableStream({ cancel })));
      await data?.cancel("enough");
      expect(cancel).toHaveBeenCalledWith("enough");
    });

    it("after it broke off", async () => {
      const body = new ReadableStream({ pull: (inner) => inner.error(new Error("cut off")) });
      const { data } = await open(new Response(body));
      await expect(new Response(data).text()).rejects.toThrow("cut off");
    });

    it("when there is none, or an error instead", async () => {
      expect((await open(new Response(null, { status: 204 }))).data).toBeUndefined();
      expect((await open(json({ detail: "no" }, 404))).error).toEqual({ detail: "no" });
    });

    it("after the signal has aborted", async () => {
      await open(new Response(new ReadableStream()));
      controller.abort();
    });
  });

  it("does not cut a body that is being streamed when the time limit passes, but obeys the signal", async () => {
    vi.useFakeTimers();
    try {
      const controller = new AbortController();
      let inner: AbortSignal | undefined;
      const fetch = scriptedFetch((request) => {
        inner = request.signal;
        return new Response("event: delta\n\n");
      });
      const client = createSourcesClient({ baseUrl, fetch, timeoutMs: 1_000 });
      const options = { body: { question: "?" }, parseAs: "stream", signal: controller.signal } as const;
      await client.POST("/ask-sources", options);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(inner?.aborted).toBe(false);
      controller.abort();
      expect(inner?.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("failures", () => {
  it("names the address and the reason when nobody answers", async () => {
    const server = await startServer(() => {});
    await server.close();
    const call = createSourcesClient({ baseUrl: server.baseUrl, maxRetries: 0 }).GET("/");
    await expect(call).rejects.toThrow(`GET ${server.baseUrl}/ got no answer: ECONNREFUSED`);
    await expect(call).rejects.toSatisfy(
      (error) => isConnectionError(error) && error.cause instanceof TypeError,
    );
  });

  it("says so when the answer is a web page", async () => {
    const fetch = scriptedFetch(
      new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
    );
    const call = createSourcesClient({ baseUrl, fetch }).GET("/");
    await expect(call).rejects.toThrow(/gave an unreadable answer. Is baseUrl right\?/);
    await expect(call).rejects.toSatisfy(isConnectionError);
  });

  it("treats an empty 500 as an error", async () => {
    const fetch = scriptedFetch(new Response(null, { status: 500, headers: { "x-request-id": "r9" } }));
    const call = unwrap(createSourcesClient({ baseUrl, fetch, maxRetries: 0 }).GET("/"));
    await expect(call).rejects.toSatisfy((error) => isApiError(error, 500) && error.requestId === "r9");
  });
});

describe("retries", () => {
  const statuses = (...list: number[]) =>
    list.map((status) => json({ detail: "no" }, status, { "retry-after-ms": "1" }));

  it.each([408, 409, 429, 500, 502, 503])("repeats a read after %i", async (status) => {
    const fetch = scriptedFetch(...statuses(status), json([]));
    expect((await createSourcesClient({ baseUrl, fetch }).GET("/")).response.status).toBe(200);
  });

  it.each([400, 401, 403, 404, 411, 413, 422])("does not repeat after %i", async (status) => {
    const fetch = scriptedFetch(...statuses(status));
    expect((await createSourcesClient({ baseUrl, fetch }).GET("/")).response.status).toBe(status);
  });

  it("repeats a question with its body", async () => {
    const fetch = scriptedFetch(...statuses(500), networkError("ECONNRESET"), json({ answer: "42" }));
    const body = { question: "?" };
    const { data } = await createSourcesClient({ baseUrl, fetch }).POST("/ask-sources", { body });
    expect(data?.answer).toBe("42");
    expect(await Promise.all(fetch.requests.map((request) => request.json()))).toEqual([body, body, body]);
  });

  it.each([500, 502, 504])("never sends twice what might have been ingested: %i", async (status) => {
    const fetch = scriptedFetch(...statuses(status));
    const { response } = await createSourcesClient({ baseUrl, fetch }).POST("/ingest-url", {
      body: { url: "u" },
    });
    expect(response.status).toBe(status);
  });

  it("sends an ingestion again when it was refused or never left", async () => {
    const fetch = scriptedFetch(...statuses(429), networkError("ECONNREFUSED"), json({ build_id: "b" }));
    const { data } = await createSourcesClient({ baseUrl, fetch }).POST("/ingest-url", {
      body: { url: "u" },
    });
    expect(data?.build_id).toBe("b");
  });

  it("does not send an ingestion again when the connection broke", async () => {
    const fetch = scriptedFetch(networkError("ECONNRESET"));
    const call = createSourcesClient({ baseUrl, fetch }).POST("/ingest-url", { body: { url: "u" } });
    await expect(call).rejects.toSatisfy(isConnectionError);
  });

  it("obeys x-should-retry in both directions", async () => {
    const never = scriptedFetch(json({}, 503, { "x-should-retry": "false" }));
    expect((await createSourcesClient({ baseUrl, fetch: never }).GET("/")).response.status).toBe(503);
    const please = scriptedFetch(
      json({}, 404, { "x-should-retry": "true", "retry-after-ms": "1" }),
      json([]),
    );
    expect((await createSourcesClient({ baseUrl, fetch: please }).GET("/")).response.status).toBe(200);
  });

  it("stops after maxRetries, of the client or of the call", async () => {
    const fetch = scriptedFetch(...statuses(503, 503, 503, 503));
    const client = createSourcesClient({ baseUrl, fetch });
    await client.GET("/", { maxRetries: 0 });
    expect(fetch.requests).toHaveLength(1);
    expect((await client.GET("/")).response.status).toBe(503);
    expect(fetch.requests).toHaveLength(4);
  });

  it("reports every attempt, and nothing secret", async () => {
    const events: unknown[] = [];
    const fetch = scriptedFetch(
      json({}, 503, { "retry-after-ms": "3", "x-request-id": "r1" }),
      networkError("ECONNRESET"),
      json([]),
    );
    const onDebug = (event: unknown) => events.push(event);
    const client = createSourcesClient({ baseUrl, fetch, token: "top-secret", onDebug });
    await client.GET("/get-elements", { params: { query: { file_id: "private" } } });
    expect(events).toMatchObject([
      {
        method: "GET",
        url: `${baseUrl}/get-elements`,
        attempt: 1,
        status: 503,
        requestId: "r1",
        retryInMs: 3,
      },
      { attempt: 2, reason: "ECONNRESET", status: undefined },
      { attempt: 3, status: 200, reason: undefined, retryInMs: undefined },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/top-secret|private/);
  });
});
