import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { bodyOf } from "../answers.ts";
import { answerFlow } from "./answer-flow.ts";
import { create } from "./create.ts";
import { answerPrompts } from "./prompts.ts";
import { send } from "./send.ts";
import type { FlowService } from "./service-state.ts";
import { summary } from "./shown-flow.ts";
import { fileNames, sourceNamed } from "./sources.ts";

/** Answers as a service with three sources and these flows: enough of it for the flow rooms, without an engine. */
export async function startFlowService(): Promise<FlowService> {
  const service: FlowService = {
    origin: "",
    flows: new Map(),
    prompts: [],
    replayed: [],
    gate: undefined,
    stopped: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    answer(service, request, response).catch((error) => send(response, 500, { detail: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

async function answer(
  service: FlowService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://service");
  const [, surface, name, ...rest] = pathname.split("/");
  if (pathname.endsWith("/readyz"))
    return send(response, 200, {
      status: "ready",
      checks: {},
      capabilities: ["ask", "retrieve", "extract", "flows"],
    });
  if (surface === "sources") return send(response, 200, name ? {} : fileNames.map(sourceNamed));
  if (surface !== "flows") return send(response, 404, { detail: "Not found" });
  if (!name) {
    const flows = [...service.flows.values()].map(summary);
    return send(response, 200, { flows, total: flows.length });
  }
  if (name === "prompts") return answerPrompts(service.prompts, rest[0], request, response);
  if (name === "create") return create(service, await bodyOf(request), response);
  const flow = service.flows.get(name);
  if (!flow) return send(response, 404, { detail: `Flow with name '${name}' not found` });
  await answerFlow(service, flow, `${request.method} ${rest.join("/")}`, request, response);
}
