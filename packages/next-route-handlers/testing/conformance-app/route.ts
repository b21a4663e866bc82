// This file becomes app/{runtime}/[scenario]/documents/[[...path]]/route.ts of a real Next.js app. The process of the
// test answers the callbacks of its handlers.
import {
  createRouteHandlers,
  type OwnershipStore,
  type ProxyEvent,
  type RouteContext,
  type RouteHandlers,
  type RouteHandlersOptions,
} from "@headwater/next-route-handlers";
import type { NextRequest } from "next/server.js";
import type { OptionsDescription, RemoteAnswer } from "./remote.ts";

const scenarios = new Map<string, Promise<Scenario>>();

async function ask<Value>(scenario: string, callback: string, ...parameters: unknown[]): Promise<Value> {
  const response = await fetch(`${process.env.OPTIONS_URL}/${scenario}/${callback}`, {
    method: "POST",
    body: JSON.stringify(parameters),
  });
  const answer: RemoteAnswer = await response.json();
  if ("error" in answer) throw new Error(answer.error);
  return answer.value as Value;
}

const plain = (event: ProxyEvent) =>
  "error" in event && event.error instanceof Error ? { ...event, error: event.error.message } : event;

/** The parts of the request that a test looks at. */
const shown = (request: NextRequest) => ({ headers: Object.fromEntries(request.headers) });

type Scenario = { handlers: RouteHandlers; eventsTold(): Promise<void> };

async function createScenario(scenario: string): Promise<Scenario> {
  const { data, callbacks } = await ask<OptionsDescription>(scenario, "describe");
  const has = (name: string) => callbacks.includes(name);
  let told = Promise.resolve();
  const ownership: OwnershipStore = {
    claim: (...parameters) => ask(scenario, "ownership.claim", ...parameters),
    ownerOf: (...parameters) => ask(scenario, "ownership.ownerOf", ...parameters),
    listOwned: (...parameters) => ask(scenario, "ownership.listOwned", ...parameters),
    release: (...parameters) => ask(scenario, "ownership.release", ...parameters),
  };
  const options: Partial<RouteHandlersOptions> = {
    ...data,
    async authorize(request, call) {
      const result = await ask<{
        response?: ResponseInit & { text: string };
        filesOf?: number;
        plain?: never;
      }>(scenario, "authorize", shown(request), call);
      if (result.response) return new Response(result.response.text, result.response);
      if (result.filesOf === undefined) return result.plain as never;
      return {
        ...(result.plain as unknown as object),
        files: () => ask(scenario, "files", result.filesOf),
      } as never;
    },
    ...(has("token") && { token: (request, call) => ask(scenario, "token", shown(request), call) }),
    ...(has("uploads.tags") && {
      uploads: {
        ...(data.uploads as object),
        tags: (request, call) => ask<string[]>(scenario, "uploads.tags", shown(request), call),
      },
    }),
    ...(has("ownership") && { ownership }),
    ...(has("onFileReady") && { onFileReady: (file) => ask(scenario, "onFileReady", file) }),
    ...(has("onEvent") && {
      onEvent: (event) => {
        // Send one after the other, so that they arrive in order.
        told = told.then(() => ask<void>(scenario, "onEvent", plain(event))).catch(() => {});
      },
    }),
  };
  return { handlers: createRouteHandlers(options as RouteHandlersOptions), eventsTold: () => told };
}

/** Do not read the parameters: in the edge runtime Next.js omits them when the catch-all is empty. */
const scenarioOf = (request: NextRequest) => request.nextUrl.pathname.split("/")[2] ?? "";

const handle =
  (method: keyof RouteHandlers) =>
  async (request: NextRequest, context: RouteContext): Promise<Response> => {
    const scenario = scenarioOf(request);
    const created = scenarios.get(scenario) ?? createScenario(scenario);
    scenarios.set(scenario, created);
    const { handlers, eventsTold } = await created;
    const response = await handlers[method](request, context);
    // A test may look at the events as soon as it has the answer.
    await eventsTold();
    return response;
  };

export const GET = handle("GET");
export const HEAD = handle("HEAD");
export const POST = handle("POST");
export const PUT = handle("PUT");
export const PATCH = handle("PATCH");
export const DELETE = handle("DELETE");
export const OPTIONS = handle("OPTIONS");
