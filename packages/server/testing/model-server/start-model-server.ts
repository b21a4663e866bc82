import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type ChatAnswer, type ChatRequest, chatChunks, chatCompletion } from "./chat.ts";
import { type EmbeddingRequest, embeddings, wordVector } from "./embeddings.ts";
import { commit, type Fault, sendStream } from "./faults.ts";
import { type RerankRequest, ranking, sharedWords } from "./rerank.ts";
import { strictOffence } from "./strict-schema.ts";
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
  embeddings: EmbeddingRequest[];
  rerankings: RerankRequest[];
  /** Connections that the client ended before an answer came. */
  abandoned: () => number;
  /** Chats that were in work at the same time, at the highest. */
  maxAtOnce: () => number;
  /** What chats are answered with from now on. */
  answerChat(answer: ChatAnswer | ((request: ChatRequest) => ChatAnswer)): void;
  /** The vector of a text from now on; by default texts that share words lie near each other. */
  embedBy(vectorOf: (text: string) => number[]): void;
  /** The score of a text from now on; by default the share of the query's words that it has. */
  rankBy(scoreOf: (query: string, text: string) => number): void;
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
  const embedded: EmbeddingRequest[] = [];
  const rerankings: RerankRequest[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  let chat: ChatAnswer | ((request: ChatRequest) => ChatAnswer) = "Nothing was scripted.";
  let speech: ReturnType<typeof transcript> = transcript([], { form: "whole" });
  let vectorOf = wordVector;
  let scoreOf = sharedWords;
  let abandoned = 0;
  let atOnce = 0;
  let maxAtOnce = 0;

  type Answer = { json: unknown } | { events: unknown[] } | { refused: string };
  type Endpoint = (body: Buffer<ArrayBuffer>, contentType: string) => Promise<() => Answer>;
  /** Each reads its request at once, and makes its answer when no fault is due. */
  const endpoints: Record<string, Endpoint> = {
    "GET /v1/models": async () => () => ({
      json: { object: "list", data: [{ id: "test", object: "model" }] },
    }),
    "POST /v1/chat/completions": async (body) => {
      const request = JSON.parse(body.toString("utf8")) as ChatRequest;
      chats.push(request);
      return () => {
        const form = request.response_format?.json_schema;
        const offence = form?.strict ? strictOffence(form.schema) : null;
        if (offence !== null) return { refused: `Invalid schema for response_format: ${offence}` };
        const answer = typeof chat === "function" ? chat(request) : chat;
        return request.stream
          ? { events: chatChunks(request.model, answer) }
          : { json: chatCompletion(request.model, answer) };
      };
    },
    "POST /v1/audio/transcriptions": async (body, contentType) => {
      transcriptions.push(await readTranscriptionRequest(body, contentType));
      return () => ({ json: speech });
    },
    "POST /v1/embeddings": async (body) => {
      const request = JSON.parse(body.toString("utf8")) as EmbeddingRequest;
      embedded.push(request);
      return () => ({ json: embeddings(request, vectorOf) });
    },
    "POST /v1/rerank": async (body) => {
      const request = JSON.parse(body.toString("utf8")) as RerankRequest;
      rerankings.push(request);
      return () => ({ json: ranking(request, scoreOf) });
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
    const refuse = async (status: number, message: string) =>
      void (await commit({ kind: "status", status, message }, response));
    if (!endpoint) return refuse(404, `no endpoint ${path}`);
    const work = await endpoint(body, request.headers["content-type"] ?? "");
    const fault = faults.shift();
    isCut = fault?.kind === "cut";
    if (fault?.kind === "status") return void (await commit(fault, response));
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return refuse(
        401,
        `Incorrect API key provided: ${request.headers.authorization?.replace("Bearer ", "")}`,
      );
    const made = work();
    if ("refused" in made) return refuse(400, made.refused);
    if ("events" in made) return sendStream(made.events, fault, response);
    if (fault && (await commit(fault, response))) return;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(made.json));
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
    embeddings: embedded,
    rerankings,
    abandoned: () => abandoned,
    maxAtOnce: () => maxAtOnce,
    answerChat(next) {
      chat = next;
    },
    embedBy(next) {
      vectorOf = next;
    },
    rankBy(next) {
      scoreOf = next;
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
