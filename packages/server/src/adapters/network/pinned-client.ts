import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector, Client } from "undici";

/** Bounds of one connection, in ms. */
export type ConnectionLimits = { connectMs: number; silenceMs: number };

/**
 * A client of one origin that reaches the given addresses only, whatever DNS says by now. A connection that it opens
 * anew goes to them too, and the far end of each one is looked at before a byte is sent.
 */
export function createPinnedClient(
  origin: string,
  addresses: LookupAddress[],
  limits: ConnectionLimits,
): Client {
  const lookup = ((_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family ?? 4);
  }) as LookupFunction;
  const connect = buildConnector({ lookup, timeout: limits.connectMs, maxCachedSessions: 0, allowH2: false });
  const checked = new Set(addresses.map(({ address }) => sameForm(address)));
  return new Client(origin, {
    headersTimeout: limits.silenceMs,
    bodyTimeout: limits.silenceMs,
    connect(options, callback) {
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error) return callback(error, null);
        if (!checked.has(sameForm(socket.remoteAddress ?? ""))) {
          socket.destroy();
          return callback(new Error("The connection went to another address than the one checked"), null);
        }
        return callback(null, socket);
      });
    },
  });
}

const sameForm = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : address;
