import { describe, expect, it } from "vitest";
import { isLostConnection } from "./lost-connection.ts";

const error = (message: string, properties: object = {}) => Object.assign(new TypeError(message), properties);
const fromDeno = (reason: string) =>
  error("fetch failed", {
    cause: new Error(
      `error sending request from 127.0.0.1:1 for http://127.0.0.1:9/: client error ${reason}`,
    ),
  });

/** As these runtimes throw them: Node 24, Bun 1.1 and 1.4, Deno 2.9. */
const lost = {
  Node: error("fetch failed", { cause: error("read ECONNRESET", { code: "ECONNRESET" }) }),
  "Node, closed": error("fetch failed", { cause: error("other side closed", { code: "UND_ERR_SOCKET" }) }),
  undici: error("write EPIPE", { code: "EPIPE" }),
  "Bun 1.1": error("The socket connection was closed unexpectedly.", { code: "ConnectionClosed" }),
  Bun: error("ECONNRESET: The socket connection was closed unexpectedly.", { code: "ECONNRESET" }),
  Deno: fromDeno("(SendRequest): connection closed before message completed"),
};
const others = {
  "a refused connection in Node": error("fetch failed", {
    cause: error("connect ECONNREFUSED", { code: "ECONNREFUSED" }),
  }),
  "a refused connection in Bun": error("Unable to connect.", { code: "ConnectionRefused" }),
  "a refused connection in Deno": fromDeno("(Connect): tcp connect error: Connection refused (os error 111)"),
  "an abort": new DOMException("aborted", "AbortError"),
  "a word about it": error("The page says ECONNRESET"),
  nothing: undefined,
};

describe("a connection that broke", () => {
  it.each(Object.entries(lost))("is known in %s", (_, thrown) => expect(isLostConnection(thrown)).toBe(true));
  it.each(Object.entries(others))("is not %s", (_, thrown) => expect(isLostConnection(thrown)).toBe(false));
});
