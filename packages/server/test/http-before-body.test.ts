import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { exchangeRaw } from "../testing/raw-exchange.ts";
import { type SharedService, sharedService } from "../testing/shared-service.ts";

describe("checks before the body is sent", () => {
  let server: SharedService;
  beforeAll(async () => {
    server = await sharedService();
  });

  const expecting = (path: string, headers: string[]) =>
    [`POST ${path} HTTP/1.1`, "Host: x", "Expect: 100-continue", ...headers, "", ""].join("\r\n");
  const bearer = () => `Authorization: Bearer ${server.token}`;
  const json = "Content-Type: application/json";

  it.each([
    ["401 without a token", "/ask-sources", [json, "Content-Length: 20"], false, 401],
    ["411 for an upload of unknown length", "/ingest-file", ["Transfer-Encoding: chunked"], true, 411],
    ["413 for a file beyond 100 MB", "/ingest-file", ["Content-Length: 200000000"], true, 413],
    ["403 for a token that may not", "/tokens", [json, "Content-Length: 99999999"], true, 403],
    ["413 for JSON beyond 10 MiB", "/ask-sources", [json, "Content-Length: 10485761"], true, 413],
    ["404 for an address that is none", "/nothing", [json, "Content-Length: 20"], true, 404],
  ] as const)("%s, instead of 100 Continue", async (_case, path, headers, withToken, status) => {
    const answer = await exchangeRaw(
      server.origin,
      expecting(path, [...headers, ...(withToken ? [bearer()] : [])]),
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('{"detail":');
  });

  it("100 Continue after the checks have passed, then the answer", async () => {
    const body = JSON.stringify({ query: "kettle" });
    const head = expecting("/prebuilt-rag", [
      json,
      `Content-Length: ${body.length}`,
      bearer(),
      "Connection: close",
    ]);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.origin).port), "127.0.0.1", () => socket.write(head));
      let received = "";
      socket.on("data", (text) => {
        if (received === "" && String(text).startsWith("HTTP/1.1 100 Continue")) socket.write(body);
        received += text;
      });
      socket.on("end", () => resolve(received));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it("431 for an address that is too long, naming the operation that works; the request is read to the end", async () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => `file_ids=${String(index).padStart(36, "0")}`);
    const answer = await exchangeRaw(
      server.origin,
      `GET /sources?${ids.join("&")} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    const { detail, message } = JSON.parse(answer.split("\r\n\r\n")[1] ?? "");
    expect(detail).toBe(
      'The address and its headers are longer than 16 KiB. Send a long list of ids with POST /list-sources, as {"file_ids": […]}',
    );
    expect(message).toBe(detail);
  });
});
