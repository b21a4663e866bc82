import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** Passes connections to a server on, until it is cut or silenced. */
export type Relay = Awaited<ReturnType<typeof openRelay>>;

const sentChars = 64_000;

/** Passes bytes to a port of this machine, or to a socket at a path, and back. */
export async function openRelay(target: number | string) {
  const sockets = new Set<Socket>();
  /** Both directions of each connection. */
  const flows = new Map<Socket, Socket>();
  let isSilent = false;
  const open = (socket: Socket) => {
    sockets.add(socket);
    socket
      .on("error", () => {})
      .once("close", () => {
        sockets.delete(socket);
        flows.delete(socket);
      });
    return socket;
  };
  const flow = (from: Socket, to: Socket) => {
    flows.set(from, to);
    if (!isSilent) from.pipe(to);
  };
  const address: NetConnectOpts =
    typeof target === "number" ? { port: target, host: "127.0.0.1" } : { path: target };
  let sent = "";
  const relay = createServer((from) => {
    from.on("data", (bytes) => {
      sent = (sent + bytes.toString("latin1")).slice(-sentChars);
    });
    if (isSilent) from.pause();
    const to = open(connect(address));
    flow(open(from), to);
    flow(to, from);
    from.once("close", () => to.destroy());
    to.once("close", () => from.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const { port } = relay.address() as AddressInfo;
  return {
    port,
    sent: () => sent,
    /** Breaks all connections and refuses new ones, until `mend`. */
    async cut() {
      relay.close();
      for (const socket of sockets) socket.destroy();
      if (relay.listening) await once(relay, "close");
    },
    /**
     * Holds back every byte, until `mend`: connections stand, new ones are taken, and no answer comes. With `onlyOpen` new
     * ones pass.
     */
    silence({ onlyOpen = false } = {}) {
      isSilent = !onlyOpen;
      for (const [from, to] of flows) from.unpipe(to).pause();
    },
    /** The same for each direction of what is open, once so many bytes more have passed. New connections pass. */
    silenceWithin(bytes: number) {
      for (const [from, to] of flows) {
        let left = bytes;
        const count = (chunk: Buffer) => {
          left -= chunk.length;
          if (left > 0) return;
          from.off("data", count);
          from.unpipe(to).pause();
        };
        from.on("data", count);
      }
    },
    async mend() {
      isSilent = false;
      // Those that were opened since `silence` pass already.
      for (const [from, to] of flows) from.unpipe(to).pipe(to);
      if (relay.listening) return;
      relay.listen(port, "127.0.0.1");
      await once(relay, "listening");
    },
  };
}
