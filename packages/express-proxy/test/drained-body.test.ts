import type { Express, Request, RequestHandler } from "express";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type RecordingUpstream,
  startRecordingUpstream,
} from "../../proxy-core/testing/conformance/recording-upstream.ts";
import { send } from "../../proxy-core/testing/conformance/send.ts";
import { documentsProxy, type ProxyOptions } from "../src/index.ts";
import { type StartedApp, startExpress, versions } from "../testing/start-express.ts";

const question = { question: "Wie lange gilt die Gewähr?" };
/** The id in the spec's examples. */
const fileId = "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10";

let upstream: RecordingUpstream;
const started: StartedApp[] = [];
beforeAll(async () => {
  upstream = await startRecordingUpstream();
});
afterAll(() => upstream.close());
beforeEach(() => upstream.reset());
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
});

describe.each(Object.entries(versions))("%s, after something that reads bodies", (_name, express) => {
  const start = async (
    before: (app: Express) => void,
    authorize: ProxyOptions<Request>["authorize"] = () => true,
  ) => {
    const app = express();
    before(app);
    app.use("/api/documents", documentsProxy({ baseUrl: upstream.baseUrl, token: "secret", authorize }));
    const server = await startExpress(app);
    started.push(server);
    return `${server.origin}/api/documents`;
  };
  const drain: RequestHandler = (request, _response, next) => {
    request.resume().on("end", () => next());
  };

  it("sends JSON again that express.json() has read, with its new length", async () => {
    const baseUrl = await start((app) => app.use(express.json()));
    const spaced = JSON.stringify(question, null, 8);
    const reply = await send(baseUrl, "POST", "/ask-sources", {
      body: spaced,
      headers: { "content-type": "application/json" },
    });
    expect(reply.status).toBe(200);
    const [request] = upstream.requests;
    expect(JSON.parse(request?.body ?? "")).toEqual(question);
    expect(request?.headers["content-length"]).toBe(String(Buffer.byteLength(JSON.stringify(question))));
    expect(Buffer.byteLength(spaced)).not.toBe(request?.bytes);
  });

  it("refuses JSON that express.json() has read and nothing can write again", async () => {
    const baseUrl = await start((app) => app.use(express.json({ limit: "1mb" })));
    const reply = await send(baseUrl, "POST", "/ask-sources", {
      body: `{"output_schema":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
      headers: { "content-type": "application/json" },
    });
    expect(reply.status).toBe(400);
    expect(reply.json().detail).toBe("Invalid input: the body is nested too deeply");
    expect(upstream.requests).toEqual([]);
  });

  it("sends the body of a DELETE again", async () => {
    const baseUrl = await start((app) => app.use(express.json()));
    expect((await send(baseUrl, "DELETE", "/delete", { body: { file_id: "f1" } })).status).toBe(200);
    expect(upstream.requests[0]?.body).toBe('{"file_id":"f1"}');
  });

  it("sends JSON again that came in chunks or compressed", async () => {
    const { gzipSync } = await import("node:zlib");
    const baseUrl = await start((app) => app.use(express.json()));
    const reply = await send(baseUrl, "POST", "/ask-sources", {
      body: gzipSync(JSON.stringify(question)),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect(reply.status).toBe(200);
    expect(JSON.parse(upstream.requests[0]?.body ?? "")).toEqual(question);
    expect(upstream.requests[0]?.headers).not.toHaveProperty("content-encoding");
  });

  it("sends on what express.raw() and express.text() have read", async () => {
    for (const parser of [express.raw({ type: "*/*" }), express.text({ type: "*/*" })]) {
      upstream.reset();
      const baseUrl = await start((app) => app.use(parser));
      expect((await send(baseUrl, "POST", "/ask-sources", { body: question })).status).toBe(200);
      expect(JSON.parse(upstream.requests[0]?.body ?? "")).toEqual(question);
    }
  });

  it("lets an upload pass that express.json() leaves alone", async () => {
    const baseUrl = await start((app) => app.use(express.json()).use(express.urlencoded({ extended: true })));
    const body =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nText\r\n--b--\r\n';
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    expect((await send(baseUrl, "POST", "/ingest-file", { body, headers })).status).toBe(200);
    expect(upstream.requests[0]?.body).toBe(body);
  });

  it.each([
    ["multipart/form-data; boundary=b", "multer"],
    ["application/x-www-form-urlencoded", "express.urlencoded()"],
    ["application/json", "express.json()"],
  ])("says at once what to do when a body of type %s is gone", async (type, named) => {
    const baseUrl = await start((app) => app.use(drain));
    const operation = type.startsWith("multipart") ? "/ingest-file" : "/ask-sources";
    const reply = await send(baseUrl, "POST", operation, { body: "x=1", headers: { "content-type": type } });
    expect(reply.status).toBe(500);
    expect(reply.json().detail).toContain("mount documentsProxy() before");
    expect(reply.json().detail).toContain(named);
    expect(upstream.requests).toHaveLength(0);
  });

  it("says so too when the request has to be rebuilt for a scope", async () => {
    const scope = () => ({ caller: "ada", files: [fileId] });
    const gone = await start((app) => app.use(drain), scope);
    expect((await send(gone, "POST", "/ask-sources", { body: question })).json().detail).toContain(
      "express.json()",
    );
    const parsed = await start((app) => app.use(express.json()), scope);
    expect((await send(parsed, "POST", "/ask-sources", { body: question })).status).toBe(200);
    const asked = upstream.requests.find(({ path }) => path === "/sources/ask-sources");
    expect(JSON.parse(asked?.body ?? "")).toMatchObject({ ...question, file_ids: [fileId] });
  });

  it("goes on when authorize reads the body", async () => {
    const readAll = express.json();
    const baseUrl = await start(
      () => {},
      (request) =>
        new Promise((resolve, reject) => {
          readAll(request, {} as never, (error: unknown) => {
            if (error) reject(error);
            else resolve(request.body.question === question.question);
          });
        }),
    );
    expect((await send(baseUrl, "POST", "/ask-sources", { body: question })).status).toBe(200);
    expect(JSON.parse(upstream.requests[0]?.body ?? "")).toEqual(question);
  });

  it("loses nothing to a middleware that looks on", async () => {
    let seen = 0;
    const baseUrl = await start(
      (app) =>
        app.use((request, _response, next) => {
          request.on("data", (part: Buffer) => {
            seen += part.length;
          });
          next();
        }),
      () => new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(true)))),
    );
    const body = { question: "x".repeat(300_000) };
    expect((await send(baseUrl, "POST", "/ask-sources", { body })).status).toBe(200);
    expect(upstream.requests[0]?.bytes).toBe(JSON.stringify(body).length);
    expect(seen).toBe(JSON.stringify(body).length);
  });
});
