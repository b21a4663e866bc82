import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { callers, contenders, startCallers } from "./proxy-contenders.ts";
import { createUpstream } from "./proxy-upstream.ts";

/**
 * A separate process for one proxy, or for the upstream: `node proxy-child.ts <role> [address of the upstream]`. It
 * reports its port when it listens, and its processor time on request. It ends with its parent.
 */
const [role = "", upstream = ""] = process.argv.slice(2);
const parent = process.send?.bind(process);
if (parent === undefined) throw new Error("Started by startProxyProcess only");

const starts: typeof contenders = {
  ...contenders,
  upstream: createUpstream,
  [callers]: startCallers,
};
const start = starts[role];
if (start === undefined) throw new Error(`No proxy is called "${role}"`);
const server: Server = await start(upstream);
server.listen(0, "127.0.0.1");
await once(server, "listening");

process.on("message", () => {
  parent({ cpu: process.cpuUsage() });
});
process.on("disconnect", () => process.exit(0));
parent({ port: (server.address() as AddressInfo).port });
