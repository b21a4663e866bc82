import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";

/** Both supported versions. */
export const versions = {
  "Express 5": express,
  "Express 4": createRequire(import.meta.url)("express4") as typeof express,
};

export type StartedApp = { origin: string; close(): Promise<void> };

/** Starts an application on a free port. */
export async function startExpress(app: Express): Promise<StartedApp> {
  const server = createServer(app);
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
