import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCaller } from "../testing/fleet/call.ts";

/** Answers with the status in the path, and with `Retry-After` where the query asks for it. */
const answering = createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? "", "http://localhost");
  if (pathname === "/broken") return void request.socket.destroy();
  response
    .writeHead(Number(pathname.slice(1)), search === "?retry" ? { "retry-after": "5" } : {})
    .end("said");
});

const listening = async (server: Server) => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let api: string;
beforeAll(async () => {
  api = await listening(answering);
});
afterAll(() => {
  answering.close();
  answering.closeAllConnections();
});

const faultsOf = async (path: string, isDisturbed: boolean): Promise<string[]> => {
  const faults: string[] = [];
  const { call } = createCaller("token", (fault) => faults.push(fault), { isDisturbed });
  await call(api, path);
  return faults;
};

it.each([
  ["/200", true, []],
  ["/404", true, []],
  ["/503?retry", true, []],
  ["/503", true, ["GET /503 was answered 503 without Retry-After: said"]],
  ["/507", true, []],
  ["/500", true, ["GET /500 was answered 500: said"]],
  ["/broken", true, []],
  ["/200", false, []],
  ["/404", false, []],
  ["/503?retry", false, ["GET /503?retry was answered 503: said"]],
  ["/429", false, ["GET /429 was answered 429: said"]],
  ["/broken", false, [expect.stringMatching(/^GET \/broken had no answer: .*other side closed/)]],
])(
  "an answer to %s, with parts of the fleet away: %s, has the faults %j",
  async (path, isDisturbed, faults) => {
    expect(await faultsOf(path, isDisturbed)).toEqual(faults);
  },
);

it("a refused connection is a fault of a whole fleet only", async () => {
  const gone = createServer();
  const origin = await listening(gone);
  await once(gone.close(), "close");
  for (const [isDisturbed, count] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const faults: string[] = [];
    const { call } = createCaller("token", (fault) => faults.push(fault), { isDisturbed });
    expect(await call(origin, "/200")).toBe("refused");
    expect(faults).toHaveLength(count);
  }
});
