import { readFile } from "node:fs/promises";
import type { ProxyOptions } from "@headwater/proxy-core";
import { createRouteHandlers } from "../src/index.ts";
import { buildNextApp, type NextMajor } from "./next-app.ts";
import { bridgeHandlers } from "./next-bridge.ts";
import { startOptionsServer } from "./options-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: the suite is written for every kind of request
type Options = ProxyOptions<any>;

/** Runs the handlers behind an imitation of Next.js' calling convention. */
export const bridgeAdapter = {
  async start(options: Options) {
    const mount = "/api/documents";
    const { origin, close } = await bridgeHandlers(createRouteHandlers(options), mount);
    return { baseUrl: origin + mount, close };
  },
  headerOf: (native: unknown, name: string) => (native as Request).headers.get(name) ?? undefined,
  capabilities: { rawTargets: false, connectTimeout: false },
};

/** Runs the handlers in a real Next.js, in both runtimes. Their options live in this process. */
export async function startNextAdapters(next: NextMajor) {
  const route = await readFile(new URL("./conformance-app/route.ts", import.meta.url), "utf8");
  const remote = await readFile(new URL("./conformance-app/remote.ts", import.meta.url), "utf8");
  const routeFolder = (runtime: string) => `app/${runtime}/[scenario]/documents/[[...path]]`;
  const app = await buildNextApp({
    next,
    files: Object.fromEntries(
      ["nodejs", "edge"].flatMap((runtime) => [
        [`${routeFolder(runtime)}/route.ts`, `export const runtime = "${runtime}";\n${route}`],
        [`${routeFolder(runtime)}/remote.ts`, remote],
      ]),
    ),
    config: [
      // In the edge runtime, `next start` cuts every body off at 10 MB, even without a middleware.
      `experimental: { ${next === "next" ? "proxyClientMaxBodySize" : "middlewareClientMaxBodySize"}: "300mb" },`,
      // Otherwise Next.js answers 308 to an address with a final slash before the handlers see it.
      "skipTrailingSlashRedirect: true,",
      // `npm run check` and in-next.long.test.ts look at the types.
      "typescript: { ignoreBuildErrors: true },",
      // Otherwise Next.js compresses what the handlers give.
      "compress: false,",
    ].join(""),
  });
  const lent = await startOptionsServer();
  const server = await app.start({ OPTIONS_URL: lent.url });
  const adapter = (runtime: "nodejs" | "edge") => ({
    async start(options: Options) {
      const baseUrl = `${server.origin}/${runtime}/${lent.add(options)}/documents`;
      return { baseUrl, async close() {} };
    },
    headerOf: (native: unknown, name: string) =>
      (native as { headers: Record<string, string> }).headers[name.toLowerCase()],
    capabilities: { rawTargets: false, connectTimeout: false, sharedConsole: false },
  });
  return {
    nodejs: adapter("nodejs"),
    edge: adapter("edge"),
    log: server.log,
    async close() {
      await server.stop();
      await lent.close();
      await app.remove();
    },
  };
}
