import type { OperationEntry } from "@headwater/spec";

export type UpstreamAddress = (entry: OperationEntry, path: string, flow: string | undefined) => string;

/**
 * Returns the upstream address of an operation's path. Flows have hosts below `flowsDomain`; without it, they are at
 * `/flows/{name}` beside the sources surface. The health probes, which need no token, are above it.
 */
export function createUpstreamAddress(baseUrl: string, flowsDomain: string | undefined): UpstreamAddress {
  const sources = baseUrl.replace(/\/+$/, "");
  const root = sources.replace(/\/sources$/, "");
  const [, scheme = "https://", domain] = /^(https?:\/\/)?(.*?)\/*$/i.exec(flowsDomain ?? "") ?? [];
  return (entry, path, flow) => {
    if (entry.surface === "sources") return (entry.auth ? sources : root) + path;
    const host = flow === undefined ? domain : `${flow}.${domain}`;
    const address = domain ? `${scheme}${host}` : [root, "flows", flow].filter(Boolean).join("/");
    return path === "/" && !domain ? address : address + path;
  };
}
