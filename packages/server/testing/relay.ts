import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Passes connections to a server on, until it is cut. */
export type Relay = Awaited<ReturnType<typeof openRelay>>;

const sentChars = 64_000;

/** Passes bytes to a port and back. */
export async function openRelay(target: number) {
  const sockets = new Set<Socket>();
  const open = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    return socket;
  };
  let sent = "";
  const relay = createServer((from) => {
    from.on("data", (bytes) => {
      sent = (sent + bytes.toString("latin1")).slice(-sentChars);
    });
    const to = open(connect(target, "127.0.0.1"));
    open(from).pipe(to).pipe(from);
    from.once("close", () => to.destroy());
    to.once("close", () => from.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const { port } = relay.address() as AddressInfo;
  return {
    port,
    sent: () => sent,
    async cut() {
      relay.close();
      for (const socket of sockets) socket.destroy();
      if (relay.listening) await once(relay, "close");
    },
    async mend() {
      relay.listen(port, "127.0.0.1");
      await once(relay, "listening");
    },
  };
}
