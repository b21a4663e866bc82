import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Stores } from "../../src/adapters/sql/create-stores.ts";
import { verifyChain } from "../../src/audit/audit-chain.ts";
import { type AuditFacts, ofOperator } from "../../src/audit/audit-log.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const facts = (operation: string): AuditFacts => ({
  ...ofOperator,
  via: "http",
  operation,
  outcome: 200,
  subjects: { source: ["f1"] },
});

export const describeAuditLog = (name: string, open: OpenStores): void => {
  describe(`AuditLog: ${name}`, () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });
    afterEach(() => stores.close());

    const append = (operations: string[], { auditLog }: Pick<Stores, "auditLog"> = stores) =>
      Promise.all(operations.map((each) => auditLog.append(facts(each), { isDurable: true })));
    const texts = async () => {
      const read: { seq: number; operation: string }[] = [];
      for await (const { text } of stores.auditLog.read()) read.push(JSON.parse(text));
      return read;
    };

    it("keeps entries in the order in which they came, with time and number", async () => {
      expect(await stores.auditLog.head()).toBeNull();
      await append(["a", "b"]);
      await append(["c"]);
      expect(await texts()).toMatchObject([
        { seq: 1, operation: "a", at: "2026-01-01T00:00:00.000Z", subjects: { source: ["f1"] } },
        { seq: 2, operation: "b" },
        { seq: 3, operation: "c" },
      ]);
      expect(await stores.auditLog.head()).toMatchObject({ seq: 3 });
    });

    it("is one chain, also where two processes add at the same time", async () => {
      const other = await stores.connectAgain();
      const operations = Array.from({ length: 30 }, (_, number) => `o${number}`);
      const oneByOne = async (process: Pick<Stores, "auditLog">) => {
        for (const each of operations) await append([each], process);
      };
      await Promise.all([oneByOne(stores), oneByOne(other), append(operations, other)]);
      expect(await verifyChain(stores.auditLog.read(), null)).toMatchObject({ entries: 90, faults: [] });
    });

    it("removes what is old, says so, and stays a chain that can be verified", async () => {
      await append(["old", "older"]);
      stores.clock.advance(86_400_000);
      await append(["new"]);
      const now = stores.clock.now();
      expect(await stores.auditLog.expire(now)).toBe(2);
      expect(await texts()).toMatchObject([
        { seq: 3, operation: "new" },
        { seq: 4, operation: "expireAuditLog", removed: { seq: 2 } },
      ]);
      expect(await stores.auditLog.expire(now)).toBe(0);
      expect((await verifyChain(stores.auditLog.read(), null)).faults).toEqual([]);
    });

    it("keeps the last entry however old it is, so that the chain goes on", async () => {
      await append(["only"]);
      stores.clock.advance(86_400_000);
      expect(await stores.auditLog.expire(stores.clock.now())).toBe(0);
      await append(["next"]);
      expect((await verifyChain(stores.auditLog.read(), null)).faults).toEqual([]);
    });
  });
};
