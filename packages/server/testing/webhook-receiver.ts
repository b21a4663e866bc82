import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = { headers: Record<string, string>; body: string };

/** A receiver of webhooks on this machine, which answers as the test says. */
export async function startWebhookReceiver() {
  const received: Received[] = [];
  let answer = (_event: { type: string }): number => 204;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(answer(JSON.parse(body))).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    received,
    place: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/hook`,
    answerWith(next: typeof answer) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
