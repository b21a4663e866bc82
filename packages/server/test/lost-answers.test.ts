import { createServer, request as requestTo, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createFlowClient,
  createSourcesClient,
  ingestFile,
  streamAnswer,
  unwrap,
  waitForBuild,
} from "@headwater/client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

const token = "test-token-0123456789";
let service: TestServer;
let origin: string;
let gateway: Server;
/** The beginning of the request lines whose first answer the gateway loses, after the service has done the work. */
let lost = "";
let received: string[];

beforeAll(async () => {
  service = await startServer({ HEADWATER_TOKEN: token });
  origin = service.origin;
  gateway = createServer((incoming, response) => {
    const line = `${incoming.method} ${incoming.url}`;
    received.push(line);
    const { method, url, headers } = incoming;
    const outgoing = requestTo(origin + url, { method, headers }, (answer) => {
      if (lost === "" || !line.startsWith(lost)) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        return answer.pipe(response);
      }
      lost = "";
      return answer.resume().on("end", () => incoming.socket.resetAndDestroy());
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await service.close();
});
beforeEach(() => {
  received = [];
});

const behindGateway = (path: string) => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}${path}`;
const client = () => createSourcesClient({ baseUrl: behindGateway("/sources"), token });

async function ingested(): Promise<string> {
  const file = new File(["# Warranty\n\nThe warranty lasts two years."], "warranty.md");
  const { build_id } = await ingestFile(client(), { file });
  return (await waitForBuild(client(), build_id)).fileId;
}

test("a question whose answer was lost is asked once", async () => {
  await ingested();
  const first = await unwrap(
    client().POST("/ask-sources", { body: { question: "How long is the warranty?" } }),
  );
  const conversation_id = first.conversation_id as string;
  for (const stream of [false, true]) {
    lost = "POST /sources/ask-sources";
    const body = { question: "From which date?", conversation_id };
    if (stream) for await (const _ of streamAnswer(client(), body));
    else await unwrap(client().POST("/ask-sources", { body }));
  }
  const { turns } = await unwrap(
    client().GET("/conversations/{conversation_id}", { params: { path: { conversation_id } } }),
  );
  expect(turns.map(({ question }) => question)).toEqual([
    "How long is the warranty?",
    "From which date?",
    "From which date?",
  ]);
  expect(received.filter((line) => line.startsWith("POST /sources/ask-sources"))).toHaveLength(5);
});

test("a deletion whose answer was lost is a success", async () => {
  const file_id = await ingested();
  lost = "DELETE /sources/delete";
  const deleted = await unwrap(client().DELETE("/delete", { body: { file_id } }));
  expect(deleted).toMatchObject({ status: "success", file_id });
});

test("a graph whose answer was lost is replaced once", async () => {
  await ingested();
  const root = createFlowClient({ flowUrl: behindGateway("/flows"), token });
  await unwrap(
    root.POST("/create", { body: { name: "lost-put", template: "search", files: ["warranty.md"] } }),
  );
  const flow = createFlowClient({ flowUrl: behindGateway("/flows/lost-put"), token });
  const before = await flow.GET("/graph");
  const { graph, version } = await unwrap(before);
  lost = "PUT /flows/lost-put/graph";
  const params = { header: { "If-Match": before.response.headers.get("etag") ?? `"${version}"` } };
  const replaced = await unwrap(flow.PUT("/graph", { params, body: { graph } }));
  expect(replaced.version).not.toBe(version);
  expect(received.slice(-3)).toEqual([
    "PUT /flows/lost-put/graph",
    "PUT /flows/lost-put/graph",
    "GET /flows/lost-put/graph",
  ]);
});
