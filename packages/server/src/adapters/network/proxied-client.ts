import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { connect as startTls } from "node:tls";
import { Client } from "undici";
import { hostOf, portOf } from "./check-address.ts";
import { explainProxyError, proxyRefused } from "./explain-network-error.ts";
import type { ConnectionLimits } from "./pinned-client.ts";

export type ProxiedClient = {
  client: Client;
  /** What is asked for: the whole address of http, the path of https. */
  path: string;
  headers: Record<string, string>;
};

/**
 * A client of one address behind a proxy. For https it asks the proxy for a tunnel to `target`, an address that was checked
 * here, and the certificate has to be the host's. For http the proxy gets the whole address.
 */
export function createProxiedClient(
  url: URL,
  proxy: URL,
  target: string,
  limits: ConnectionLimits,
): ProxiedClient {
  const timeouts = { headersTimeout: limits.silenceMs, bodyTimeout: limits.silenceMs };
  if (url.protocol === "http:") {
    const client = new Client(proxy.origin, { ...timeouts, connect: { timeout: limits.connectMs } });
    const whole = new URL(url);
    whole.hash = "";
    return { client, path: whole.href, headers: { host: url.host, ...credentials(proxy) } };
  }
  const client = new Client(url.origin, {
    ...timeouts,
    connect(_options, callback) {
      openTunnel(url, proxy, target, limits).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
  return { client, path: url.pathname + url.search, headers: {} };
}

function openTunnel(url: URL, proxy: URL, target: string, limits: ConnectionLimits): Promise<Socket> {
  const place = `${isIP(target) === 6 ? `[${target}]` : target}:${portOf(url)}`;
  const options: RequestOptions = {
    host: hostOf(proxy),
    port: portOf(proxy),
    method: "CONNECT",
    path: place,
    headers: { host: place, ...credentials(proxy) },
    timeout: limits.connectMs,
    agent: false,
  };
  const request = (proxy.protocol === "https:" ? httpsRequest : httpRequest)(options);
  return new Promise((resolve, reject) => {
    request.once("timeout", () =>
      request.destroy(Object.assign(new Error("too slow"), { code: "ETIMEDOUT" })),
    );
    request.once("error", (cause) => reject(explainProxyError(proxy, cause)));
    request.once("connect", ({ statusCode = 0 }, socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        return reject(proxyRefused(proxy, statusCode));
      }
      socket.setTimeout(0);
      const host = hostOf(url);
      const secure = startTls({
        socket,
        ...(isIP(host) ? {} : { servername: host }),
        ALPNProtocols: ["http/1.1"],
      });
      secure.once("error", reject);
      secure.once("secureConnect", () => resolve(secure));
    });
    request.end();
  });
}

function credentials({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
