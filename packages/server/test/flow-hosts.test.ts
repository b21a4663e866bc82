import { afterEach, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../testing/flows/flow-server.ts";

let server: FlowServer;
afterEach(() => server.close());
const start = async (options = {}) => {
  server = await startFlowServer(options);
  await server.create("support");
};
const detail = async (method: string, path: string, sent: Parameters<FlowServer["send"]>[2]) => {
  const { status, body } = await server.send(method, path, sent);
  return [status, body?.detail ?? body?.name ?? body?.flows?.length];
};

describe("a flow is addressed", () => {
  it.each([
    ["by its host name", "support.flows.localhost", "/graph"],
    ["in any case, with a port and a dot", "Support.Flows.localhost.:4000", "/graph"],
    ["by path at any host", "example.com", "/flows/support/graph"],
    ["by path at the flows domain", "flows.localhost", "/flows/support/graph"],
    ["by path at the host of another flow", "other.flows.localhost", "/flows/support/graph/"],
  ])("%s", async (_how, host, path) => {
    await start();
    expect(await detail("GET", path, { host })).toEqual([200, "support"]);
  });

  it("every operation of it at its host is one of the flow, never of the sources", async () => {
    await start();
    const host = "support.flows.localhost";
    for (const path of ["/get-elements", "/sources", "/sources/ask-sources", "/healthz", "/builds/x"])
      expect(await detail("GET", path, { host }), path).toEqual([404, "Not found"]);
    expect((await server.send("POST", "/", { host })).body.detail).toBe(
      "No deployed revision found for flow support",
    );
    expect((await server.send("POST", "/", { host: "localhost" })).status).toBe(405);
  });

  it("the flows domain itself is the root of all flows", async () => {
    await start();
    expect(await detail("GET", "/", { host: "flows.localhost:4000" })).toEqual([200, 1]);
    expect(await detail("GET", "/flows", {})).toEqual([200, 1]);
  });

  it("no host name is one of the paths of all flows", async () => {
    await start();
    const body = { name: "sneaky" };
    for (const name of ["create", "prompts", "a.b", "-x"]) {
      const answer = await server.send("POST", "/", { host: `${name}.flows.localhost`, body });
      expect([answer.status, answer.body.detail], name).toEqual([404, "Flow not found"]);
    }
    expect(await server.stores.flows.find("sneaky")).toBeNull();
  });

  it("other methods: 405 with those of the very address", async () => {
    await start();
    const allowed = async (method: string, path: string, host?: string) => {
      const { status, headers } = await server.send(method, path, host === undefined ? {} : { host });
      return [status, headers.allow];
    };
    expect(await allowed("GET", "/", "support.flows.localhost")).toEqual([405, "POST, DELETE"]);
    expect(await allowed("GET", "/flows/create")).toEqual([405, "POST"]);
    expect(await allowed("DELETE", "/graph", "support.flows.localhost")).toEqual([405, "GET, HEAD, PUT"]);
    expect(await allowed("POST", "/", "flows.localhost")).toEqual([405, "GET, HEAD"]);
  });
});

describe("behind a proxy", () => {
  const headers = { "x-forwarded-host": "support.flows.localhost, inner", "x-forwarded-proto": "https" };

  it("X-Forwarded-Host counts where the proxy is trusted", async () => {
    await start({ trustProxy: true });
    const { status, body } = await server.send("GET", "/graph", { host: "10.0.0.7", headers });
    expect([status, body.name, body.url]).toEqual([200, "support", "https://support.flows.localhost"]);
  });

  it("and nowhere else", async () => {
    await start();
    expect(await detail("GET", "/graph", { host: "10.0.0.7", headers })).toEqual([404, "Not found"]);
    const { body } = await server.send("GET", "/flows/support/graph", { host: "docs.example", headers });
    expect(body.url).toBe("http://docs.example/flows/support");
  });
});
