import { connect } from "node:net";

/** Sends bytes on a socket unchanged. Returns everything received until the service closed the connection. */
export const exchangeRaw = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      received += text;
    });
    socket.on("end", () => resolve(received));
    socket.on("error", reject);
  });
