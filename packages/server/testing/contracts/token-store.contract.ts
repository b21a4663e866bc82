import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TokenRecord } from "../../src/auth/token-store.ts";
import { addProject, createdAt, exampleToken } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeTokenStore = (name: string, open: OpenStores): void => {
  describe(`TokenStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const add = async (changes: Partial<TokenRecord> = {}): Promise<TokenRecord> => {
      const token = exampleToken(projectId, changes);
      await stores.tokens.add(token);
      return token;
    };

    it("finds a token by its hash with scope and expiry, as it was added", async () => {
      const reader = await add({ readOnly: true, expiresAt: new Date("2027-02-03T04:05:06.789Z") });
      const writer = await add({ manage: true });
      expect(await stores.tokens.findByHash(reader.hash)).toMatchObject(reader);
      expect(await stores.tokens.findByHash(writer.hash)).toMatchObject({
        ...writer,
        projectName: expect.any(String),
      });
      expect(await stores.tokens.findByHash("unknown")).toBeNull();
    });

    it("lists the tokens of one project only, oldest first", async () => {
      const other = await addProject(stores);
      const second = await add({ createdAt: new Date(createdAt.getTime() + 2) });
      const first = await add({ createdAt: new Date(createdAt.getTime() + 1) });
      await add({ projectId: other.projectId });
      const [, ...added] = await stores.tokens.list(projectId);
      expect(added).toEqual([first, second]);
    });

    it("revokes by id or by prefix, at once and only that one", async () => {
      const byId = await add();
      const byPrefix = await add();
      const kept = await add();
      expect(await stores.tokens.remove(byId.tokenId)).toBe(true);
      expect(await stores.tokens.remove(byPrefix.prefix)).toBe(true);
      expect(await stores.tokens.findByHash(byId.hash)).toBeNull();
      expect(await stores.tokens.findByHash(byPrefix.hash)).toBeNull();
      expect(await stores.tokens.list(projectId)).toContainEqual(kept);
    });

    it("says which of several tokens are still there", async () => {
      const [kept, revoked] = [await add(), await add()];
      await stores.tokens.remove(revoked.tokenId);
      const ids = [revoked.tokenId, kept.tokenId, "never"];
      expect(await stores.tokens.findKnown(ids)).toEqual([kept.tokenId]);
      expect(await stores.tokens.findKnown([])).toEqual([]);
    });

    it("returns false for a token that is unknown or already revoked", async () => {
      const token = await add();
      await stores.tokens.remove(token.tokenId);
      expect(await stores.tokens.remove(token.tokenId)).toBe(false);
      expect(await stores.tokens.remove("")).toBe(false);
    });

    it("revokes none when several tokens have the prefix, and asks for the id", async () => {
      const tokens = [await add({ prefix: "hw_same" }), await add({ prefix: "hw_same" })];
      await expect(stores.tokens.remove("hw_same")).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining("id"),
      });
      for (const token of tokens) expect(await stores.tokens.findByHash(token.hash)).toMatchObject(token);
    });

    it("refuses a second token with the same hash", async () => {
      const token = await add();
      await expect(add({ hash: token.hash })).rejects.toThrow();
    });
  });
};
