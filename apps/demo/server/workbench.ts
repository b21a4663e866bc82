import { existsSync, readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { documentsProxy } from "@headwater/express-proxy";
import express from "express";
import next from "next";
import { documentsPath } from "../shell/documents-path.ts";
import { compressAnswers } from "./compress-answers.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { documentsOptions } from "./documents-options.ts";
import { type Settings, SettingsError } from "./settings.ts";

/** Milliseconds that running requests have to end after the signal to stop. */
const stopGraceMs = 500;

const folder = join(import.meta.dirname, "..");

/** Serves the built pages, and the documents below /api/documents with one of the two backends. */
export async function startWorkbench(settings: Settings, { dev = false } = {}) {
  if (!dev && !existsSync(join(folder, "dist/BUILD_ID"))) {
    throw new SettingsError("the pages are not built yet. Run `npm run build` in apps/demo first.");
  }
  if (!dev) takeBuiltConfiguration();
  const server = createServer();
  const pages = next({ dev, dir: folder, hostname: settings.host, port: settings.port, httpServer: server });
  await pages.prepare();
  const showPage = pages.getRequestHandler();
  const listener: RequestListener = (request, response) => {
    // Next.js answers a bare 500 to an address that cannot be decoded.
    if (!isDecodable(request.url ?? "/")) request.url = "/nowhere";
    void showPage(request, response);
  };
  server.on("request", application(settings, listener, dev));
  await listen(server, settings);

  return {
    address: addressOf(server, settings.host),
    async close() {
      server.close();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), stopGraceMs).unref();
      await new Promise((resolve) => server.once("close", resolve));
    },
  };
}

/**
 * Lets Next.js take its configuration from the build, as the server of its standalone output does. Otherwise it loads
 * next.config.mjs with parts of its compiler, which the published package does not contain.
 */
function takeBuiltConfiguration() {
  const { config } = JSON.parse(readFileSync(join(folder, "dist/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address.replace(/\?.*/s, ""));
    return true;
  } catch {
    return false;
  }
}

/**
 * Serves the pages. Below /api/documents answers either Next.js with its route handlers, or the proxy mounted in front, as
 * your own Express application would have it.
 */
function application(settings: Settings, pages: RequestListener, dev: boolean) {
  const app = express();
  app.disable("x-powered-by");
  app.use(compressAnswers());
  if (settings.backend === "express") {
    app.use(
      documentsPath,
      documentsProxy(documentsOptions<express.Request>(settings, ({ headers }) => headers.host)),
    );
  }
  app.use(/^(?!\/(?:_next|api)\/)/, contentSecurityPolicy({ dev }));
  app.use((request, response) => pages(request, response));
  return app;
}

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new SettingsError(
      `port ${port} is taken. Set HEADWATER_DEMO_PORT to another one, or to 0 for a free one.`,
    );
  }
  if (error.code === "EACCES") {
    return new SettingsError(
      `port ${port} is not for everyone to use. Set HEADWATER_DEMO_PORT to one above 1023.`,
    );
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new SettingsError(
      `${host} is not an address of this machine. Change HEADWATER_DEMO_HOST or unset it.`,
    );
  }
  return error;
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
