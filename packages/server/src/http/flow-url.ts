import { addressedHost, isFlowsHost } from "./flow-host.ts";

export type FlowAddressing = {
  flowsDomain: string;
  /** Whether a proxy in front sets `X-Forwarded-Host`, `-Proto` and `-Prefix`, so that they can be believed. */
  trustProxy: boolean;
};

type Headers = Record<string, string | string[] | undefined>;

/**
 * The address of a flow for the client that sent these headers: its host name where the caller used the flows domain, else its path
 * at the host that the caller used. Null when the caller named no host.
 */
export const createFlowUrl =
  ({ flowsDomain, trustProxy }: FlowAddressing) =>
  (name: string, headers: Headers): string | null => {
    const host = addressedHost(headers, trustProxy);
    if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return null;
    const forwarded = (what: string) =>
      trustProxy ? [headers[`x-forwarded-${what}`] ?? []].flat()[0]?.split(",")[0]?.trim() : undefined;
    const scheme = forwarded("proto") === "https" ? "https" : "http";
    if (!isFlowsHost(host, flowsDomain)) {
      const prefix = /^(?:\/[\w.~-]+)+/.exec(forwarded("prefix") ?? "")?.[0] ?? "";
      return `${scheme}://${host}${prefix}/flows/${name}`;
    }
    const port = /:\d+$/.exec(host)?.[0] ?? "";
    return `${scheme}://${name}.${flowsDomain.replace(/:\d+$/, "")}${port}`;
  };
