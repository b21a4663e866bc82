import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { ProxyEvent, ProxyOptions } from "@headwater/proxy-core";
import type { OptionsDescription, RemoteAnswer } from "./conformance-app/remote.ts";

export type OptionsServer = {
  url: string;
  /** Returns the name by which the app finds these options. */
  // biome-ignore lint/suspicious/noExplicitAny: the request is a stand-in with its headers only
  add(options: ProxyOptions<any>): string;
  close(): Promise<void>;
};

/** Makes the options of a test, including callbacks, available to an app in another process. */
export async function startOptionsServer(): Promise<OptionsServer> {
  const scenarios = new Map<string, (callback: string, parameters: unknown[]) => unknown>();
  const server = createServer(async (request, response) => {
    const [, scenario = "", callback = ""] = request.url?.split("/") ?? [];
    let answer: RemoteAnswer;
    try {
      const parameters = (await json(request)) as unknown[];
      const run = scenarios.get(scenario);
      if (!run) throw new Error(`There are no options ${scenario}`);
      answer = { value: await run(callback, parameters) };
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    response.end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(options) {
      const name = `s${scenarios.size + 1}`;
      scenarios.set(name, createRun(options));
      return name;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function createRun(options: ProxyOptions<any>) {
  const lookups: (() => unknown)[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: the parameters come from the callbacks' own calls
  const callbacks: Record<string, (...parameters: any[]) => unknown> = {
    describe: () => describe(options),
    async authorize(request, call) {
      const result: unknown = await options.authorize(request, call);
      if (result instanceof Response) {
        const { status, headers } = result;
        return { response: { status, headers: [...headers], text: await result.text() } };
      }
      const files = (result as { files?: unknown } | undefined)?.files;
      if (typeof files !== "function") return { plain: result };
      return { plain: result, filesOf: lookups.push(files as () => unknown) - 1 };
    },
    files: (index: number) => lookups[index]?.(),
    token: (request, call) =>
      typeof options.token === "function" ? options.token(request, call) : options.token,
    "uploads.tags": (request, call) =>
      typeof options.uploads?.tags === "function" ? options.uploads.tags(request, call) : undefined,
    onFileReady: (file) => options.onFileReady?.(file),
    onEvent: (event) => options.onEvent?.(revived(event)),
    "ownership.claim": (kind, id, caller) => options.ownership?.claim(kind, id, caller),
    "ownership.ownerOf": (kind, id) => options.ownership?.ownerOf(kind, id),
    "ownership.listOwned": (kind, caller) => options.ownership?.listOwned(kind, caller),
    "ownership.release": (kind, id) => options.ownership?.release(kind, id),
  };
  return (callback: string, parameters: unknown[]) => {
    const run = callbacks[callback];
    if (!run) throw new Error(`There is no callback ${callback}`);
    return run(...parameters);
  };
}

/** Restores an event that went through JSON, as far as a test can see the difference. */
function revived(event: ProxyEvent): ProxyEvent {
  const { operation } = event;
  if (event.type === "answered") return { ...event, operation, caller: event.caller };
  return {
    ...event,
    operation,
    error: event.error === undefined ? undefined : new Error(String(event.error)),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function describe(options: ProxyOptions<any>): OptionsDescription {
  if (options.fetch) throw new Error("fetch cannot be lent to another process");
  const hasTags = typeof options.uploads?.tags === "function";
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  const isCallback = ([name, value]: [string, unknown]) =>
    typeof value === "function" || name === "ownership";
  return {
    data: Object.fromEntries(entries.filter((entry) => !isCallback(entry))),
    callbacks: [...entries.filter(isCallback).map(([name]) => name), ...(hasTags ? ["uploads.tags"] : [])],
  };
}
