import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkedFetch } from "../testing/checked-fetch.ts";

let body = "";
let status = 200;
const server = createServer((_, response) => {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sources`;
});
afterAll(() => void server.close());

const answer = (path: string, given: unknown, code = 200) => {
  body = JSON.stringify(given);
  status = code;
  return checkedFetch(`${baseUrl}${path}`);
};

it("refuses each body that does not fit the schema of its operation and status, also after one that fits", async () => {
  expect((await answer("/", [])).status).toBe(200);
  await expect(answer("/", [{ file_name: 1 }])).rejects.toThrow(/answered 200 against the spec: body/);
  await expect(answer("/builds/b1", [])).rejects.toThrow(/builds\/b1 answered 200 against the spec: body/);
  await expect(answer("/builds/b2", [])).rejects.toThrow(/builds\/b2 answered 200 against the spec: body/);
  await expect(answer("/", [], 401)).rejects.toThrow(/answered 401 .*spec/);
});

it("refuses a status that the spec does not document", async () => {
  await expect(answer("/", [], 418)).rejects.toThrow("answered 418, which the spec does not document");
});
