import { addressedHost, isFlowsHost } from "./flow-host.ts";

export type FlowAddressing = {
  flowsDomain: string;
  /** Whether a proxy in front sets `X-Forwarded-Host` and `X-Forwarded-Proto`, so that they can be believed. */
  trustProxy: boolean;
};

type Headers = Record<string, string | string[] | undefined>;

/**
 * The address of a flow for whoever sent these headers: its host name where the caller used the flows domain, else its path
 * at the host that the caller used. Null when the caller named no host.
 */
export const createFlowUrl =
  ({ flowsDomain, trustProxy }: FlowAddressing) =>
  (name: string, headers: Headers): string | null => {
    const host = addressedHost(headers, trustProxy);
    if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return null;
    const forwarded = trustProxy ? [headers["x-forwarded-proto"] ?? []].flat()[0] : undefined;
    const scheme = forwarded?.split(",")[0]?.trim() === "https" ? "https" : "http";
    if (!isFlowsHost(host, flowsDomain)) return `${scheme}://${host}/flows/${name}`;
    const port = /:\d+$/.exec(host)?.[0] ?? "";
    return `${scheme}://${name}.${flowsDomain.replace(/:\d+$/, "")}${port}`;
  };
