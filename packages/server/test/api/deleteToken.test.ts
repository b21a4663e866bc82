import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProjectWithToken } from "../../src/auth/first-project.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { type ManagedServer, startManagedServer } from "../../testing/managed-server.ts";

describe("deleteToken", () => {
  let managed: ManagedServer;
  let manager: string;
  beforeAll(async () => {
    managed = await startManagedServer();
    manager = await managed.tokenFor({ manage: true });
  });
  afterAll(() => managed.close());

  const remove = (id: string, token = manager) => managed.as(token, "DELETE", `/tokens/${id}`);

  it("revokes at once, and only once", async () => {
    const { body } = await managed.as(manager, "POST", "/tokens", { name: "short-lived" });
    expect(await remove(body.token_id)).toMatchObject({
      status: 200,
      body: { token_id: body.token_id, name: "short-lived", message: "Token revoked successfully" },
    });
    expect((await managed.as(body.token, "GET", "/")).status).toBe(401);
    expect(await remove(body.token_id)).toMatchObject({ status: 404, body: { detail: "Token not found" } });
  });

  it("404 for another project's token and for a prefix, and keeps them", async () => {
    const { projects, tokens } = managed.stores;
    const other = await createProjectWithToken("other", { projects, clock: systemClock });
    const [foreign] = await tokens.list(other.project.projectId);
    expect((await remove(foreign?.tokenId ?? "")).status).toBe(404);
    expect((await managed.as(other.secret, "GET", "/")).status).toBe(200);
    const { body } = await managed.as(manager, "POST", "/tokens", { name: "kept" });
    expect((await remove(body.prefix)).status).toBe(404);
    expect((await managed.as(body.token, "GET", "/")).status).toBe(200);
  });

  it("403 for a token that may not manage, and for one that only reads", async () => {
    expect((await remove("x", managed.server.token)).status).toBe(403);
    const reader = await managed.tokenFor({ manage: true, readOnly: true });
    expect((await remove("x", reader)).status).toBe(403);
  });
});
