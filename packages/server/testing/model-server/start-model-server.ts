import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type ChatAnswer, type ChatRequest, chatCompletion } from "./chat.ts";
import { commit, type Fault } from "./faults.ts";
import {
  readTranscriptionRequest,
  type SpokenSegment,
  type TranscriptionRequest,
  transcript,
} from "./transcription.ts";

export type ModelServer = {
  /** `http://127.0.0.1:port/v1` */
  baseUrl: string;
  /** What was asked, in order; a request that met a fault is here too. */
  requests: { path: string; headers: IncomingHttpHeaders }[];
  chats: ChatRequest[];
  transcriptions: TranscriptionRequest[];
  /** Connections that the client ended before an answer came. */
  abandoned: () => number;
  /** Chats that were in work at the same time, at the highest. */
  maxAtOnce: () => number;
  /** What chats are answered with from now on. */
  answerChat(answer: ChatAnswer | ((request: ChatRequest) => ChatAnswer)): void;
  /** What recordings are answered with from now on. */
  answerSpeech(segments: SpokenSegment[], form?: "whole" | "few" | "text"): void;
  /** The next requests meet this, `times` of them (default 1). */
  fail(fault: Fault, times?: number): void;
  /** No request meets what was still to come. */
  clearFaults(): void;
  close(): Promise<void>;
};

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * A server of our own that speaks OpenAI's protocol over real HTTP on a free port of loopback, and stands in for
 * providers in tests. A new endpoint is a row in `endpoints`.
 */
export async function startModelServer({ key }: { key?: string } = {}): Promise<ModelServer> {
  const requests: ModelServer["requests"] = [];
  const chats: ChatRequest[] = [];
  const transcriptions: TranscriptionRequest[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  let chat: ChatAnswer | ((request: ChatRequest) => ChatAnswer) = "Nothing was scripted.";
  let speech: ReturnType<typeof transcript> = transcript([], { form: "whole" });
  let abandoned = 0;
  let atOnce = 0;
  let maxAtOnce = 0;

  type Endpoint = (body: Buffer<ArrayBuffer>, contentType: string) => Promise<() => unknown>;
  /** Each reads its request at once, and makes its answer when no fault is due. */
  const endpoints: Record<string, Endpoint> = {
    "GET /v1/models": async () => () => ({ object: "list", data: [{ id: "test", object: "model" }] }),
    "POST /v1/chat/completions": async (body) => {
      const request = JSON.parse(body.toString("utf8")) as ChatRequest;
      chats.push(request);
      return () => chatCompletion(request.model, typeof chat === "function" ? chat(request) : chat);
    },
    "POST /v1/audio/transcriptions": async (body, contentType) => {
      transcriptions.push(await readTranscriptionRequest(body, contentType));
      return () => speech;
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    requests.push({ path, headers: request.headers });
    let isCut = false;
    response.on("close", () => {
      if (!response.writableFinished && !isCut) abandoned += 1;
    });
    const body = await bytesOf(request);
    const endpoint = endpoints[`${request.method} ${path}`];
    if (!endpoint)
      return void (await commit({ kind: "status", status: 404, message: `no endpoint ${path}` }, response));
    const work = await endpoint(body, request.headers["content-type"] ?? "");
    const fault = faults.shift();
    isCut = fault?.kind === "cut";
    if (fault && (await commit(fault, response))) return;
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      const message = `Incorrect API key provided: ${request.headers.authorization?.replace("Bearer ", "")}`;
      return void (await commit({ kind: "status", status: 401, message }, response));
    }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(work()));
  };

  const server = createServer((request, response) => {
    atOnce += 1;
    maxAtOnce = Math.max(maxAtOnce, atOnce);
    response.on("close", () => {
      atOnce -= 1;
    });
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    chats,
    transcriptions,
    abandoned: () => abandoned,
    maxAtOnce: () => maxAtOnce,
    answerChat(next) {
      chat = next;
    },
    answerSpeech(segments, form = "whole") {
      speech = transcript(segments, { form });
    },
    fail(fault, times = 1) {
      for (let count = 0; count < times; count += 1) faults.push(fault);
    },
    clearFaults() {
      faults.length = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
