import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { createManualClock, type ManualClock } from "../../../testing/contracts/open-stores.ts";
import { createVerifyAccessToken } from "./verify-access-token.ts";

type Answer = "as it should" | RequestListener;

const minute = 60_000;
let clock: ManualClock;
let issuer: string;
let server: Server;
/** How the issuer answers, in turn by what is asked for. */
let answer: { metadata: Answer; keys: Answer };
let asked: string[];
let told: string[];
let published: JWK[];
let pair: GenerateKeyPairResult;
let verify: ReturnType<typeof createVerifyAccessToken>;

const publish = async (kid: string, { publicKey }: GenerateKeyPairResult) =>
  void published.push({ ...(await exportJWK(publicKey)), kid, alg: "ES256" });
const open = (timeoutMs = 5_000) =>
  createVerifyAccessToken({
    ...{ issuer, audience: "us", projectClaim: "project", clock, timeoutMs },
    tell: (state) => void told.push(state === "answers again" ? state : String(state.silent)),
  });

beforeEach(async () => {
  clock = createManualClock();
  answer = { metadata: "as it should", keys: "as it should" };
  asked = [];
  told = [];
  published = [];
  server = createServer((request, response) => {
    const isKeys = request.url === "/keys";
    asked.push(request.url ?? "");
    const wanted = isKeys ? answer.keys : answer.metadata;
    if (wanted !== "as it should") return wanted(request, response);
    response.end(JSON.stringify(isKeys ? { keys: published } : { issuer, jwks_uri: `${issuer}/keys` }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pair = await generateKeyPair("ES256");
  await publish("1", pair);
  verify = open();
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const tokenOf = (kid: string | undefined, { privateKey }: GenerateKeyPairResult) =>
  new SignJWT({ project: "default" })
    .setProtectedHeader({ alg: "ES256", ...(kid !== undefined && { kid }) })
    .setIssuer(issuer)
    .setAudience("us")
    .setSubject("ada")
    .setExpirationTime("30d")
    .sign(privateKey);
const isTaken = async (kid: string | undefined = "1", keys = pair) =>
  (await verify(await tokenOf(kid, keys))) !== null;
const silent = (retryAfter: number) => ({
  status: 503,
  headers: { "retry-after": String(retryAfter) },
  message: `The OAuth issuer ${issuer} does not say which keys it signs with. Try again.`,
});

const troubles: Record<string, RequestListener> = {
  "answers HTML": (_request, response) => response.end("<html>Log in</html>"),
  "answers 500": (_request, response) => response.writeHead(500).end("oops"),
  "closes the connection": (request) => request.socket.destroy(),
  "sends half an answer": (request, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"issuer"', () => request.socket.destroy());
  },
  "describes another issuer": (_request, response) =>
    response.end(JSON.stringify({ issuer: "https://elsewhere.example", jwks_uri: `${issuer}/keys` })),
  redirects: (_request, response) => response.writeHead(302, { location: `${issuer}/elsewhere` }).end(),
  "names an address that is none": (_request, response) =>
    response.end(JSON.stringify({ issuer, jwks_uri: "no address" })),
  "answers null": (_request, response) => response.end("null"),
  "never answers": () => {},
  "answers without an end": (_request, response) => {
    const more = () => response.write("x".repeat(65_536)) || response.once("drain", more);
    response.on("drain", more);
    more();
  },
};

describe.each(Object.entries(troubles))("an issuer that %s", (name, trouble) => {
  const timeoutMs = name === "never answers" ? 200 : 5_000;

  test("is 503 with a time, told once, asked again after the pause", async () => {
    verify = open(timeoutMs);
    answer.metadata = trouble;
    await expect(isTaken()).rejects.toMatchObject(silent(10));
    const before = asked.length;
    for (let count = 0; count < 3; count++) await expect(isTaken()).rejects.toMatchObject(silent(10));
    expect(told).toHaveLength(1);
    expect(asked).toHaveLength(before);
    clock.advance(4_000);
    await expect(isTaken()).rejects.toMatchObject(silent(6));
    answer.metadata = "as it should";
    clock.advance(6_000);
    expect(await isTaken()).toBe(true);
    expect(told.at(-1)).toBe("answers again");
  });

  test("keeps its keys for a day", async () => {
    verify = open(timeoutMs);
    expect(await isTaken()).toBe(true);
    answer = { metadata: trouble, keys: trouble };
    for (const waited of [11 * minute, 60 * minute, 22 * 60 * minute]) {
      clock.advance(waited);
      expect(await isTaken()).toBe(true);
    }
    await expect.poll(() => told).toHaveLength(1);
    // A key that nobody knows may be a new one: whether the token is valid can't be said.
    clock.advance(minute);
    await expect(isTaken("2", await generateKeyPair("ES256"))).rejects.toMatchObject({ status: 503 });
    clock.advance(60 * minute);
    await expect(isTaken()).rejects.toMatchObject({ status: 503 });
    expect(told).toHaveLength(1);
  });
});

it("a key set that is none is the issuer's fault, not the token's", async () => {
  for (const text of ["[]", '{"keys":"none"}', "<html>"]) {
    verify = open();
    answer.keys = (_request, response) => response.end(text);
    await expect(isTaken()).rejects.toMatchObject({ status: 503 });
  }
});

it("a key that is damaged is the issuer's fault", async () => {
  published = [{ kid: "1", alg: "ES256", kty: "EC", crv: "P-256", x: "AA", y: "AA" }];
  await expect(isTaken()).rejects.toMatchObject({ status: 503 });
});

it("takes a new key at once, and refuses an unknown one without asking each time", async () => {
  expect(await isTaken()).toBe(true);
  const next = await generateKeyPair("ES256");
  expect(await isTaken("2", next)).toBe(false);
  await publish("2", next);
  clock.advance(10_000);
  expect(await isTaken("2", next)).toBe(true);
  const before = asked.length;
  for (let count = 0; count < 5; count++) expect(await isTaken("3", next)).toBe(false);
  expect(asked).toHaveLength(before);
});

it("a token that names no key is tried with each", async () => {
  await publish("2", await generateKeyPair("ES256"));
  expect(await isTaken(undefined)).toBe(true);
  expect(await isTaken(undefined, await generateKeyPair("ES256"))).toBe(false);
});

it("forgets a key that the issuer withdrew", async () => {
  expect(await isTaken()).toBe(true);
  published = [];
  await publish("2", await generateKeyPair("ES256"));
  clock.advance(11 * minute);
  await isTaken();
  await expect.poll(() => isTaken()).toBe(false);
});

it("asks once for all who wait", async () => {
  expect(await Promise.all(Array.from({ length: 20 }, () => isTaken()))).not.toContain(false);
  expect(asked).toEqual(["/.well-known/oauth-authorization-server", "/keys"]);
});
