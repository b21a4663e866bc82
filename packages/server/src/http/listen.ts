import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { OperatorError } from "../kernel/operator-error.ts";

const remedies: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is taken by another program. Stop that one, or choose another port: HEADWATER_PORT=${port + 1}`,
  EACCES: (_host, port) =>
    `Port ${port} needs more rights than this user has. Choose one above 1023 with HEADWATER_PORT.`,
  EADDRNOTAVAIL: (host) =>
    `${host} is not an address of this machine. Set HEADWATER_HOST to one that is, or to 0.0.0.0.`,
  ENOTFOUND: (host) => `${host} can't be resolved. Set HEADWATER_HOST to an address of this machine.`,
};

/** Starts listening and returns the address as `http://host:port`. Throws OperatorError. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const remedy = remedies[(cause as NodeJS.ErrnoException).code ?? ""];
    if (!remedy) throw cause;
    throw new OperatorError(remedy(host, port), { cause });
  }
  const bound = app.server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${bound.port}`;
}
