import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/** Answers a request in place of the service. `pass` forwards it to the service. */
export type RelayAnswer = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** Keys are the method and the end of the path: `{ "GET /readyz": … }`. */
export type RelayAnswers = Record<string, RelayAnswer>;

export type Relay = { origin: string; close(): Promise<void> };

/** A proxy in front of the service. It forwards every request without an answer here. Answers may change while it runs. */
export async function startRelay(serviceOrigin: string, answers: RelayAnswers): Promise<Relay> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", serviceOrigin);
    const pass = () => forward(serviceOrigin, request, response);
    const [, answer] =
      Object.entries(answers).find(([named]) => {
        const [method, ending = ""] = named.split(" ");
        return method === request.method && pathname.endsWith(ending);
      }) ?? [];
    if (answer) answer(request, response, pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward(serviceOrigin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = "GET", url = "/", headers } = request;
  const onward = send(new URL(url, serviceOrigin), { method, headers: { ...headers, connection: "close" } });
  onward.on("response", (answer) => {
    if (response.destroyed) return void answer.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => {});
  });
  // Either side may disconnect in the middle. Close the connection of the other side too.
  pipeline(request, onward, (error) => {
    if (error) response.destroy();
  });
}
