import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ManagedServer, startManagedServer } from "../../testing/managed-server.ts";

describe("createToken", () => {
  let managed: ManagedServer;
  let manager: string;
  beforeAll(async () => {
    managed = await startManagedServer();
    manager = await managed.tokenFor({ manage: true });
  });
  afterAll(() => managed.close());

  const create = (body: unknown, token = manager) => managed.as(token, "POST", "/tokens", body);
  const opens = async (token: string) => (await managed.as(token, "GET", "/")).status;

  it("answers the secret once, forbids caching it, and the token works", async () => {
    const { status, headers, body } = await create({ name: "  nightly reports " });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      token_id: expect.any(String),
      name: "nightly reports",
      prefix: body.token.slice(0, 9),
      read_only: false,
      manage: false,
      expires_at: null,
      created_at: expect.any(String),
      token: expect.stringMatching(/^hw_[\w-]{43}$/),
    });
    expect(await opens(body.token)).toBe(200);
    const listed = await managed.as(manager, "GET", "/tokens");
    expect(JSON.stringify(listed.body)).not.toContain(body.token);
  });

  it("creates a read-only token and a token with an end", async () => {
    const { body } = await create({ name: "reader", read_only: true, expires_at: "2999-01-01T00:00:00Z" });
    expect(body).toMatchObject({ read_only: true, expires_at: "2999-01-01T00:00:00.000Z" });
    expect(await opens(body.token)).toBe(200);
    expect((await managed.as(body.token, "DELETE", "/delete", { file_id: "x" })).status).toBe(403);
  });

  it("never grants the right to manage tokens", async () => {
    const { body } = await create({ name: "greedy", manage: true, scope: "manage" });
    expect(body.manage).toBe(false);
    expect((await create({ name: "x" }, body.token)).status).toBe(403);
  });

  it("ends no later than the caller's token", async () => {
    const end = new Date(Date.now() + 3_600_000);
    const mortal = await managed.tokenFor({ manage: true, expiresAt: end });
    expect((await create({ name: "child" }, mortal)).body.expires_at).toBe(end.toISOString());
    expect(await create({ name: "child", expires_at: "2999-01-01T00:00:00Z" }, mortal)).toMatchObject({
      status: 400,
      body: { detail: "Invalid input: expires_at lies beyond the end of the token that asks" },
    });
  });

  it.each([
    [{}, "Invalid input: name is required"],
    [{ name: " " }, "Invalid input: name is required"],
    [{ name: "x".repeat(101) }, "Invalid input: name must NOT have more than 100 characters"],
    [{ name: "x", expires_at: "2020-01-01T00:00:00Z" }, "Invalid input: expires_at lies in the past"],
    [{ name: "x", expires_at: "soon" }, 'Invalid input: expires_at must match format "date-time"'],
    [{ name: "x", read_only: "true" }, "Invalid input: read_only must be boolean"],
  ])("400 for %j", async (body, detail) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { detail } });
  });

  it("403 for a token that may not manage, and for one that only reads", async () => {
    expect((await create({ name: "x" }, managed.server.token)).status).toBe(403);
    const reader = await managed.tokenFor({ manage: true, readOnly: true });
    expect((await create({ name: "x" }, reader)).status).toBe(403);
    expect((await create({}, "wrong")).status).toBe(401);
  });
});
