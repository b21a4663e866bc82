import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import type { Terminal } from "./terminal.ts";

export type Remote = <T>(path: string, init?: RequestInit & { timeoutMs?: number }) => Promise<T>;

/** Where the running service is, without a path, and the token to call it with. */
export type RemoteAddress = { base: string; token: string };

/**
 * The address is `HEADWATER_URL`, otherwise the host and port of the settings. The token is `HEADWATER_TOKEN`, otherwise
 * the token in the data folder.
 */
export async function readRemoteAddress({ environment }: Terminal): Promise<RemoteAddress> {
  const settings = readSettings(environment);
  const given = environment.HEADWATER_URL ?? `http://${reachable(settings.host)}:${settings.port}`;
  // Accept the address with and without `/sources`, because the client package takes it with.
  const base = given.replace(/(\/sources)?\/?$/, "");
  return { base, token: settings.token ?? (await readToken(join(settings.dataFolder, "token"))) };
}

export const serviceSilent = (base: string, cause: unknown) =>
  new OperatorError(`No answer from ${base}. Is the service running? Start it with: npm start`, { cause });

/** Calls the running service (see `readRemoteAddress`). Errors carry the service's own `detail`. */
export async function connectRemote(terminal: Terminal): Promise<Remote> {
  const { base, token } = await readRemoteAddress(terminal);
  return async <T>(
    path: string,
    { timeoutMs = 120_000, ...init }: RequestInit & { timeoutMs?: number } = {},
  ) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(base + path, { ...init, headers, signal }).catch((cause: unknown) => {
      throw serviceSilent(base, cause);
    });
    const body = (await response.json().catch(() => ({}))) as T & { detail?: string };
    if (!response.ok) throw new OperatorError(body.detail ?? `${base}${path} answered ${response.status}`);
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
