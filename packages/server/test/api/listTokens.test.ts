import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProjectWithToken } from "../../src/auth/first-project.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { type ManagedServer, startManagedServer } from "../../testing/managed-server.ts";

describe("listTokens", () => {
  let managed: ManagedServer;
  beforeAll(async () => {
    managed = await startManagedServer();
  });
  afterAll(() => managed.close());

  it("answers the tokens of the project, oldest first, without secrets", async () => {
    const manager = await managed.tokenFor({ manage: true, readOnly: true });
    const { projects } = managed.stores;
    const other = await createProjectWithToken("other", { projects, clock: systemClock });
    const { status, body } = await managed.as(manager, "GET", "/tokens");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 2,
      tokens: [
        { name: "first token", manage: false, read_only: false, expires_at: null },
        { name: "test", manage: true, read_only: true },
      ],
    });
    for (const secret of [manager, other.secret, managed.server.token])
      expect(JSON.stringify(body)).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain("hash");
  });

  it("403 for a token that may not manage", async () => {
    expect(await managed.as(managed.server.token, "GET", "/tokens")).toMatchObject({
      status: 403,
      body: { detail: "Permission denied" },
    });
  });
});
