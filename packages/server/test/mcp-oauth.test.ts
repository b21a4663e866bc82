import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from "jose";
// @ts-expect-error: the package has no types.
import Provider from "oidc-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectMcpClient } from "../testing/mcp-client.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const audience = "https://docs.example.com/mcp";
const metadataPaths = ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"];

/** Undefined leaves a claim out. */
type Claims = { [Claim in keyof JWTPayload]: JWTPayload[Claim] | undefined };

describe("the Model Context Protocol with an OAuth issuer", () => {
  let issuer: string;
  let authorizationServer: Server;
  let server: TestServer;
  let keys: GenerateKeyPairResult;

  beforeAll(async () => {
    keys = await generateKeyPair("ES256");
    const key = { ...(await exportJWK(keys.publicKey)), kid: "1", alg: "ES256" };
    authorizationServer = createServer((request, response) => {
      const answers: Record<string, unknown> = {
        "/.well-known/oauth-authorization-server": { issuer, jwks_uri: `${issuer}/keys` },
        "/keys": { keys: [key] },
        "/.well-known/oauth-authorization-server/other": { issuer, jwks_uri: `${issuer}/keys` },
      };
      const answer = answers[request.url ?? ""];
      response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => authorizationServer.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(authorizationServer.address() as AddressInfo).port}`;
    server = await startServer({ HEADWATER_OAUTH: `issuer=${issuer},audience=${audience}` });
  });
  afterAll(async () => {
    await server.close();
    authorizationServer.close();
  });

  /** A token as the issuer makes it, with some claims changed; undefined leaves one out. */
  const tokenWith = async (
    claims: Claims = {},
    key: GenerateKeyPairResult["privateKey"] = keys.privateKey,
  ): Promise<string> => {
    const valid = {
      iss: issuer,
      aud: audience,
      sub: "ada",
      exp: Math.floor(Date.now() / 1000) + 600,
      headwater_project: "default",
    };
    return new SignJWT({ ...valid, ...claims } as JWTPayload)
      .setProtectedHeader({ alg: "ES256", kid: "1" })
      .sign(key);
  };
  const toolsWith = async (token: string) => {
    const client = await connectMcpClient({ origin: server.origin, token });
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  const statusWith = async (token: string, path = "/mcp") =>
    (await fetch(server.origin + path, { method: "POST", headers: { authorization: `Bearer ${token}` } }))
      .status;

  it("says where tokens come from, and points to that when one is missing", async () => {
    for (const path of metadataPaths) {
      const response = await fetch(server.origin + path);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        resource: audience,
        authorization_servers: [issuer],
        bearer_methods_supported: ["header"],
        scopes_supported: ["headwater:write"],
        resource_name: "Headwater",
      });
    }
    const refused = await fetch(`${server.origin}/mcp`, { method: "POST" });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer realm="headwater", resource_metadata="https://docs.example.com/.well-known/oauth-protected-resource/mcp"',
    );
  });

  it("opens the project that a token names: to read, and with the scope to write", async () => {
    expect(await toolsWith(await tokenWith())).not.toContain("ingest_source");
    expect(await toolsWith(await tokenWith({ scope: "openid headwater:write" }))).toContain("ingest_source");
  });

  it("takes the project's own token as before", async () => {
    expect(await toolsWith(server.token)).toContain("ingest_source");
  });

  it.each<[string, () => Promise<string>]>([
    ["of another issuer", () => tokenWith({ iss: "https://elsewhere.example" })],
    ["for another audience", () => tokenWith({ aud: "https://docs.example.com/other" })],
    ["without an audience", () => tokenWith({ aud: undefined })],
    ["that has expired", () => tokenWith({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ["without an end", () => tokenWith({ exp: undefined })],
    ["without a project", () => tokenWith({ headwater_project: undefined })],
    ["for a project that is not there", () => tokenWith({ headwater_project: "nowhere" })],
    ["for a project that is no text", () => tokenWith({ headwater_project: ["default"] })],
    ["signed by another key", async () => tokenWith({}, (await generateKeyPair("ES256")).privateKey)],
    ["with a changed text", async () => `${(await tokenWith()).slice(0, -4)}AAAA`],
    [
      "signed with a shared secret",
      () =>
        new SignJWT({ sub: "ada", headwater_project: "default" })
          .setProtectedHeader({ alg: "HS256" })
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime("5m")
          .sign(new Uint8Array(32)),
    ],
  ])("refuses a token %s", async (_which, token) => {
    expect(await statusWith(await token())).toBe(401);
  });

  it("opens nothing but /mcp", async () => {
    expect(await statusWith(await tokenWith({ scope: "headwater:write" }), "/sources/prebuilt-rag")).toBe(
      401,
    );
  });

  it("needs issuer and audience together", async () => {
    await expect(startServer({ HEADWATER_OAUTH: `issuer=${issuer}` })).rejects.toThrow("set both");
    await expect(
      startServer({ HEADWATER_OAUTH: `issuer=http://docs.example.com,audience=${audience}` }),
    ).rejects.toThrow("begins with https://");
  });

  it("does not use the keys that a document names for another issuer", async () => {
    const other = await startServer({ HEADWATER_OAUTH: `issuer=${issuer}/other,audience=${audience}` });
    const authorization = `Bearer ${await tokenWith({ iss: `${issuer}/other` })}`;
    const { status } = await fetch(`${other.origin}/mcp`, { method: "POST", headers: { authorization } });
    expect(status).toBe(503);
    await other.close();
  });

  it("says so while the issuer does not answer, and takes the project's token", async () => {
    const silent = await startServer({ HEADWATER_OAUTH: `issuer=http://127.0.0.1:1/,audience=${audience}` });
    const send = (token: string) =>
      fetch(`${silent.origin}/mcp`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    const refused = await send(await tokenWith());
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect((await send(silent.token)).status).not.toBe(503);
    await silent.close();
  });
});

it("takes the tokens of a real issuer, and goes on while it is away", async () => {
  const listening = createServer().listen(0, "127.0.0.1");
  await once(listening, "listening");
  const issuer = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "ES256", use: "sig" }] },
    clients: [
      {
        client_id: "agent",
        client_secret: "s",
        id_token_signed_response_alg: "ES256",
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
      },
    ],
    extraTokenClaims: () => ({ headwater_project: "default", sub: "agent" }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: "headwater:write",
          audience,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "ES256" } },
        }),
      },
    },
  });
  listening.on("request", provider.callback());
  const server = await startServer({ HEADWATER_OAUTH: `issuer=${issuer},audience=${audience}` });
  try {
    const answer = await fetch(`${issuer}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from("agent:s").toString("base64")}` },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        resource: audience,
        scope: "headwater:write",
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const toolsNow = async () => {
      const client = await connectMcpClient({ origin: server.origin, token });
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    expect(await toolsNow()).toContain("ingest_source");
    listening.closeAllConnections();
    await new Promise((resolve) => listening.close(resolve));
    expect(await toolsNow()).toContain("ingest_source");
  } finally {
    listening.close();
    await server.close();
  }
});
