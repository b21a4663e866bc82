import { describe, expect, it } from "vitest";
import { fetchFailure, wasNeverConnected } from "./fetch-failure.ts";

const error = (message: string, properties: object = {}) => Object.assign(new TypeError(message), properties);

/** As these runtimes throw them: Node 24, Bun 1.1 and 1.4, Deno 2.9. */
const unsent = {
  Node: error("fetch failed", { cause: error("connect ECONNREFUSED", { code: "ECONNREFUSED" }) }),
  "Node, of an expired certificate": error("fetch failed", {
    cause: error("expired", { code: "CERT_HAS_EXPIRED" }),
  }),
  "Node, of an unknown issuer": error("fetch failed", {
    cause: error("unable to verify", { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }),
  }),
  "Bun, of an own certificate": error("self signed", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
  "Node, without TLS": error("fetch failed", {
    cause: error("ssl", { code: "ERR_SSL_WRONG_VERSION_NUMBER" }),
  }),
  "Node, without the name": error("fetch failed", { cause: error("getaddrinfo", { code: "ENOTFOUND" }) }),
  "Bun 1.1": error("Unable to connect. Is the computer able to access the url?", {
    code: "ConnectionRefused",
  }),
  Bun: error("ECONNREFUSED: Unable to connect. Is the computer able to access the url?", {
    code: "ECONNREFUSED",
  }),
  Deno: error("fetch failed", {
    cause: new Error(
      "error sending request for url (http://127.0.0.1:9/): client error (Connect): tcp connect error: Connection refused (os error 111)",
    ),
  }),
};
const uncertain = {
  Node: error("fetch failed", { cause: error("read ECONNRESET", { code: "ECONNRESET" }) }),
  "Node, closed": error("fetch failed", { cause: error("other side closed", { code: "UND_ERR_SOCKET" }) }),
  Bun: error("ECONNRESET: The socket connection was closed unexpectedly.", { code: "ECONNRESET" }),
  Deno: error("fetch failed", {
    cause: new Error(
      "error sending request from 127.0.0.1:1 for http://127.0.0.1:9/: client error (SendRequest): connection closed before message completed",
    ),
  }),
  "a browser": error("Failed to fetch"),
  "an abort": new DOMException("aborted", "AbortError"),
  "a word about it": error("The page says ECONNREFUSED and CERT_HAS_EXPIRED somewhere"),
};

describe("a connection that was never made", () => {
  it.each(Object.entries(unsent))("is known in %s", (_, thrown) =>
    expect(wasNeverConnected(fetchFailure(thrown))).toBe(true),
  );
  it.each(Object.entries(uncertain))("is not what %s says here", (_, thrown) =>
    expect(wasNeverConnected(fetchFailure(thrown))).toBe(false),
  );
});
