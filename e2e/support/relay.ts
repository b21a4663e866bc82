import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/** Answers a request in place of the service. `pass` forwards it to the service. */
export type RelayAnswer = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** Keys are the method and the end of the path: `{ "GET /readyz": … }`. */
export type RelayAnswers = Record<string, RelayAnswer>;

/** Where a relay forwards to. */
export type RelayTarget = {
  /** `http://127.0.0.1:port` of the service. */
  origin: string;
  /** Replaces the token of each request. Undefined: the token stays as it is. */
  token: string | undefined;
  /** Requests that the relay answers by itself. They may change while it runs. */
  answers: RelayAnswers;
};

export type Relay = {
  origin: string;
  /** Forwards every request from now on to this target, except those that its answers take. */
  connect(target: RelayTarget): void;
  /** Breaks every open request off. Until it is connected again, it answers 503. */
  disconnect(): void;
  close(): Promise<void>;
};

/** A proxy in front of a service. One relay serves several services, one after the other. */
export async function startRelay(): Promise<Relay> {
  let target: RelayTarget | undefined;
  const server = createServer((request, response) => {
    if (!target) return void response.writeHead(503).end();
    const { origin, token, answers } = target;
    const { pathname } = new URL(request.url ?? "/", origin);
    if (token) request.headers.authorization = `Bearer ${token}`;
    const pass = () => forward(origin, request, response);
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
    connect: (next) => {
      target = next;
    },
    disconnect() {
      target = undefined;
      server.closeAllConnections();
    },
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
