import type { OperationId } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import type { Caller } from "../auth/authenticate.ts";
import { createRequestReaders } from "../compose/spec.ts";
import type { Route } from "../http/define-route.ts";
import { tooBusy } from "../http/error-body.ts";
import type { OperationRequest, RunOperation } from "../http/operation.ts";
import { sourcesRoutes } from "../http/sources/index.ts";
import { ServiceError } from "../kernel/service-error.ts";
import { createCallInProcess, type OperationParts } from "./call-in-process.ts";
import type { OperationCall } from "./call-operation.ts";

const caller: Caller = {
  projectId: "project",
  projectName: "default",
  tokenId: "token",
  readOnly: false,
  manage: false,
  expiresAt: null,
};

/** Calls in front of operations that answer as given. */
function callWith(parts: Partial<OperationParts>, as: Caller = caller) {
  const faults: Error[] = [];
  const createCall = createCallInProcess({
    routes: sourcesRoutes as unknown as Route<OperationId>[],
    rooms: {},
    runOperation: async () => ({ status: 200, headers: {}, body: null }),
    admit: () => () => {},
    readers: createRequestReaders(),
    metrics: { observe: () => {} },
    storage: { isFull: () => false, hold: async () => () => {} },
    flowProject: async () => null,
    cutOff: new AbortController().signal,
    onFault: (error) => faults.push(error),
    ...parts,
  });
  const call = async (made: OperationCall) => {
    const reply = await createCall(as)(made, new AbortController().signal);
    return { status: reply.status, headers: reply.headers, text: Buffer.from(reply.body).toString() };
  };
  return { call, faults };
}

const search = { operationId: "prebuiltRag", body: { query: "pump" } } as const;

describe("createCallInProcess", () => {
  it("sends an operation as HTTP does, for the caller, and gives its bytes back", async () => {
    const sent: OperationRequest[] = [];
    const runOperation: RunOperation = async (request) => {
      sent.push(request);
      const body = (async function* () {
        yield Buffer.from('{"a":');
        yield Buffer.from("1}");
      })();
      return { status: 200, headers: { "x-total-count": "1" }, body };
    };
    const { call } = callWith({ runOperation });
    expect(await call(search)).toEqual({ status: 200, headers: { "x-total-count": "1" }, text: '{"a":1}' });
    expect(sent[0]).toMatchObject({
      operationId: "prebuiltRag",
      caller,
      headers: { "content-type": "application/json" },
    });
    expect(Buffer.from(sent[0]?.body ?? []).toString()).toBe('{"query":"pump"}');
  });

  it("is refused when too many requests wait, with the time to come back", async () => {
    const admit = () => {
      throw tooBusy(2_500);
    };
    const { call, faults } = callWith({ admit });
    expect(await call(search)).toMatchObject({ status: 429, headers: { "retry-after": "3" } });
    expect(faults).toEqual([]);
  });

  it("refuses what the token does not allow", async () => {
    const { call } = callWith({}, { ...caller, readOnly: true });
    const ingest = await call({ operationId: "ingestUrl", body: { url: "https://example.com" } });
    expect([ingest.status, JSON.parse(ingest.text).detail]).toEqual([403, "Permission denied"]);
    expect((await call({ operationId: "listTokens" })).status).toBe(403);
    expect((await call(search)).status).toBe(200);
  });

  it("stores nothing while the disk is full", async () => {
    const { call } = callWith({ storage: { isFull: () => true, hold: async () => null } });
    expect((await call({ operationId: "ingestUrl", body: { url: "https://example.com" } })).status).toBe(507);
    const upload = { fileName: "a.txt", content: new Blob(["a"]) };
    expect((await call({ operationId: "ingestFile", upload })).status).toBe(507);
  });

  it("keeps the reason of a failure for the log", async () => {
    const reason = new Error("secret path");
    const failing = callWith({ runOperation: () => Promise.reject(reason) });
    const reply = await failing.call(search);
    expect([reply.status, JSON.parse(reply.text).detail]).toEqual([500, "Failed to retrieve chunks"]);
    expect(failing.faults).toEqual([reason]);
    const told = callWith({
      runOperation: async () => ({ status: 500, headers: {}, body: null, fault: reason }),
    });
    await told.call(search);
    expect(told.faults).toEqual([reason]);
  });

  it("knows no operation that is not served", async () => {
    expect((await callWith({}).call({ operationId: "runFlow", flow: "support", body: {} })).status).toBe(404);
    const routes = [{ operationId: "runFlow", elsewhere: "always", handle: async () => ({}) }];
    const sent: OperationRequest[] = [];
    const runOperation: RunOperation = async (request) => {
      sent.push(request);
      return { status: 200, headers: {}, body: null };
    };
    const { call } = callWith({ routes: routes as unknown as Route<OperationId>[], runOperation });
    expect((await call({ operationId: "runFlow", flow: "support", body: { query: "x" } })).status).toBe(200);
    expect(sent[0]).toMatchObject({ operationId: "runFlow", flow: "support" });
    const flowProject = async () => "another project";
    const foreign = callWith({
      routes: routes as unknown as Route<OperationId>[],
      runOperation,
      flowProject,
    });
    expect((await foreign.call({ operationId: "runFlow", flow: "support", body: {} })).status).toBe(403);
  });

  it("is held to the limits of the project, and takes back what was counted for a refused call", async () => {
    let counted = 0;
    const limitReached = new ServiceError(429, "This project has reached its limit");
    const projectLimits: OperationParts["projectLimits"] = {
      async enter() {
        if (counted === 1) throw limitReached;
        counted += 1;
        return () => {
          counted -= 1;
        };
      },
      async checkStorage(operationId) {
        if (operationId === "ingestUrl") throw new ServiceError(507, "This does not fit");
      },
    };
    let status = 400;
    const { call } = callWith({
      projectLimits,
      runOperation: async () => ({ status, headers: {}, body: null }),
    });
    expect(await call(search)).toMatchObject({ status: 400 });
    expect(counted).toBe(0);
    status = 200;
    expect(await call(search)).toMatchObject({ status: 200 });
    expect(await call(search)).toMatchObject({
      status: 429,
      text: '{"detail":"This project has reached its limit","message":"This project has reached its limit"}',
    });
    counted = 0;
    const url = { operationId: "ingestUrl", body: { url: "https://example.com" } } as const;
    expect(await call(url)).toMatchObject({ status: 507 });
  });
});
