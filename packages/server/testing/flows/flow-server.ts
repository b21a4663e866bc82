import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { createStores, type Stores } from "../../src/adapters/sql/create-stores.ts";
import { createAuthenticate } from "../../src/auth/authenticate.ts";
import { newToken } from "../../src/auth/token.ts";
import { composeFlowManagement } from "../../src/compose/flow-management.ts";
import { createRequestReaders } from "../../src/compose/spec.ts";
import { typedNodeNotFound } from "../../src/flows/flow/errors.ts";
import { createApp } from "../../src/http/app.ts";
import { tooBusy } from "../../src/http/error-body.ts";
import { runFailure } from "../../src/http/flows/run-flow.ts";
import { simulationFailure } from "../../src/http/flows/simulate-flow.ts";
import { routes } from "../../src/http/routes.ts";
import { createRunOperation } from "../../src/http/run-operation.ts";
import { createEventRuns } from "../../src/http/runs/event-runs.ts";
import { createOrderedLanes } from "../../src/http/runs/ordered-lanes.ts";
import { createRunQuestions } from "../../src/http/runs/run-questions.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { systemTimer } from "../../src/kernel/timer.ts";
import { addProject, addSource } from "../contracts/examples.ts";
import { neverRevoked } from "../never-revoked.ts";
import { openTestDatabase } from "../test-database.ts";
import { createFakeFlowRooms, exampleItems, type FakeFlowState } from "./fake-flow-rooms.ts";
import { flowAnswerFault } from "./flow-answer-fault.ts";

export type FlowAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  body: any;
};

type Sent = {
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  /** Host name; the address that the server listens on when left out. */
  host?: string;
};

export type FlowServer = {
  stores: Stores;
  state: FakeFlowState;
  port: number;
  tokens: { own: string; reader: string; other: string };
  /** The sources of the project are `warranty.pdf` and `manual.pdf`. */
  send(method: string, path: string, sent?: Sent): Promise<FlowAnswer>;
  /** To a flow by its host name. The answer must be as the spec says. */
  flow(name: string, method: string, path: string, sent?: Sent): Promise<FlowAnswer>;
  /** To the root of all flows by its host name. */
  root(method: string, path: string, sent?: Sent): Promise<FlowAnswer>;
  /** Makes a flow of the template `search` over `warranty.pdf`, with this name. */
  create(name: string, sent?: Record<string, unknown>): Promise<FlowAnswer>;
  close(): Promise<void>;
};

/**
 * The HTTP application over a real database, on a free port. What runs flows is a fake that answers the same items from
 * every flow, so that tests of HTTP depend on HTTP only.
 */
export async function startFlowServer({ trustProxy = false } = {}): Promise<FlowServer> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-flows-"));
  const database = await openTestDatabase(folder);
  const stores = createStores(database, systemClock);
  const state: FakeFlowState = { items: exampleItems(3), notes: [], fault: null };
  const [own, other] = [await addProject(stores, "own"), await addProject(stores, "other")];
  for (const fileName of ["warranty.pdf", "manual.pdf"]) await addSource(stores, own.projectId, { fileName });
  const tokenOf = async (projectId: string, readOnly = false) => {
    const { secret, record } = newToken({ projectId, name: "test", readOnly }, systemClock);
    await stores.tokens.add(record);
    return secret;
  };
  const tokens = {
    own: await tokenOf(own.projectId),
    reader: await tokenOf(own.projectId, true),
    other: await tokenOf(other.projectId),
  };

  const addressing = { flowsDomain: "flows.localhost", trustProxy };
  const answerRuns = createEventRuns({ clock: systemClock, timer: systemTimer, onFault: () => {} });
  const rooms = {
    ...composeFlowManagement(stores, {
      clock: systemClock,
      models: { language: undefined, embedding: undefined },
      addressing,
      readItems: async (_project, { output }) => {
        const found = output.kind === "passages" ? output.lists.flatMap(({ passages }) => passages) : [];
        const items = found.map(({ id, summary = "" }) => ({
          id,
          content: summary,
          metadata: { source: "a.pdf" },
        }));
        return { items, total: items.length };
      },
    }),
    flowRooms: createFakeFlowRooms(stores.flows, state),
    entityGraph: async (
      flow: { name: string; draft: { nodes: { id: string; type: string }[] } },
      nodeId: string,
    ) => {
      if (!flow.draft.nodes.some(({ id, type }) => id === nodeId && type === "graph-rag"))
        throw typedNodeNotFound("graph-rag", nodeId, flow.name);
      return { entities: [{ id: "acme", name: "Acme", kind: "name", mentions: 2 }], relationships: [] };
    },
    answerRuns,
  };
  const readers = createRequestReaders();
  const app = await createApp({
    rooms,
    runOperation: createRunQuestions({
      run: createRunOperation(routes, rooms, readers, () => {}),
      lanes: createOrderedLanes({ clock: systemClock, tooBusy }),
      runs: answerRuns,
      durable: { hold: async () => () => {}, conclude() {}, drop() {} },
      failures: { runFlow: runFailure, simulateFlow: simulationFailure },
    }),
    watchToken: neverRevoked,
    admit: () => () => {},
    authenticate: createAuthenticate({ ...stores, clock: systemClock }),
    flowProject: stores.flows.projectOf,
    readers,
    logger: pino({ level: "silent" }),
    metrics: { observe: () => {} },
    ...addressing,
    stopping: new AbortController().signal,
    cutOff: new AbortController().signal,
    storage: { isFull: () => false, hold: async () => () => {} },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;

  const send: FlowServer["send"] = async (
    method,
    path,
    { body, token = tokens.own, headers = {}, host } = {},
  ) => {
    const answer = await exchange({
      port,
      method,
      path,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(host === undefined ? {} : { host }),
        ...headers,
      },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
    return {
      ...answer,
      body: answer.text.startsWith("{") || answer.text.startsWith("[") ? JSON.parse(answer.text) : null,
    };
  };
  const checked =
    (surface: "flows" | "flows-root"): FlowServer["send"] =>
    async (method, path, sent) => {
      const answer = await send(method, path, sent);
      const fault = flowAnswerFault(surface, method, path, answer);
      if (fault) throw new Error(`${method} ${path} answered ${answer.status} against the spec: ${fault}`);
      return answer;
    };
  const root: FlowServer["root"] = (method, path, sent) =>
    checked("flows-root")(method, path, { host: `flows.localhost:${port}`, ...sent });

  return {
    stores,
    state,
    port,
    tokens,
    send,
    root,
    flow: (name, method, path, sent) =>
      checked("flows")(method, path, { host: `${name}.flows.localhost:${port}`, ...sent }),
    create: (name, sent = { template: "search", files: ["warranty.pdf"] }) =>
      root("POST", "/create", { body: { name, ...sent } }),
    async close() {
      answerRuns.close(new Error("closed") as never);
      await app.close();
      await database.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As `fetch`, which sets no Host. */
const exchange = ({
  body,
  ...options
}: {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}): Promise<Omit<FlowAnswer, "body">> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", agent: false, ...options }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString(),
        });
        sent.destroy();
      });
    });
    sent.on("error", reject);
    // A body that is only announced is never sent: the answer must not wait for it.
    if (options.headers["content-length"] === undefined) sent.end(body);
    else sent.flushHeaders();
  });
