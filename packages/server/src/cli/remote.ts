import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { RemoteError } from "./remote-error.ts";
import type { Terminal } from "./terminal.ts";

export type Remote = <T>(path: string, init?: RequestInit & { timeoutMs?: number }) => Promise<T>;

/**
 * Calls the running service. The address is `HEADWATER_URL`, otherwise the host and port of the settings. The token is
 * `HEADWATER_TOKEN`, otherwise the token in the data folder. Errors carry the service's own `detail`.
 */
export async function connectRemote({ environment }: Terminal): Promise<Remote> {
  const settings = readSettings(environment);
  const given = environment.HEADWATER_URL ?? `http://${reachable(settings.host)}:${settings.port}`;
  // Accept the address with and without `/sources`, because the client package takes it with.
  const base = given.replace(/(\/sources)?\/?$/, "");
  const token = settings.token ?? (await readToken(join(settings.dataFolder, "token")));

  return async <T>(
    path: string,
    { timeoutMs = 120_000, ...init }: RequestInit & { timeoutMs?: number } = {},
  ) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(base + path, { ...init, headers, signal }).catch((cause: unknown) => {
      throw new OperatorError(`No answer from ${base}. Is the service running? Start it with: npm start`, {
        cause,
      });
    });
    const body = (await response.json().catch(() => ({}))) as T & { detail?: string };
    if (!response.ok)
      throw new RemoteError(body.detail ?? `${base}${path} answered ${response.status}`, response.status);
    return body;
  };
}

/** The address at which this machine reaches a service that listens on every address. */
const reachable = (host: string) => (host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host);

async function readToken(path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (cause) {
    throw new OperatorError(
      `No token: set HEADWATER_TOKEN, or start the service once so that it writes ${path}.`,
      {
        cause,
      },
    );
  }
}
