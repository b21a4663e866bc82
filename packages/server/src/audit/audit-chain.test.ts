import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { beforeFirst, nextEntry, readHead, shownHead, verifyChain } from "./audit-chain.ts";
import { type AuditEntry, type AuditFacts, ofOperator } from "./audit-log.ts";

const facts: AuditFacts = { ...ofOperator, via: "service", operation: "startService", subjects: {} };

/** A chain of so many entries after another. */
function chain(length: number, before = beforeFirst): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let last = before; entries.length < length; ) {
    const entry = nextEntry(last, new Date("2026-01-01"), facts);
    entries.push(entry);
    last = entry;
  }
  return entries;
}

const at = (entries: AuditEntry[], seq: number): AuditEntry => entries[seq - 1] as AuditEntry;
const faultsOf = async (entries: AuditEntry[], kept: Parameters<typeof verifyChain>[1] = null) =>
  (await verifyChain(entries, kept)).faults;

it("finds nothing in a chain as it was written, and answers its head", async () => {
  const entries = chain(5);
  const report = await verifyChain(entries, null);
  expect(report).toEqual({
    entries: 5,
    head: { seq: 5, hash: at(entries, 5).hash },
    faults: [],
  });
  expect(await verifyChain([], null)).toEqual({ entries: 0, head: null, faults: [] });
});

it("names an entry whose text was changed", async () => {
  const entries = chain(5).map((entry) =>
    entry.seq === 3 ? { ...entry, text: entry.text.replace("startService", "stopService") } : entry,
  );
  expect(await faultsOf(entries)).toEqual(["Entry 3 was changed."]);
});

it("names the entry behind one that was changed with its hash", async () => {
  const hashed = (text: string) => createHash("sha256").update(text).digest("hex");
  const entries = chain(5).map((entry) => {
    if (entry.seq !== 3) return entry;
    const text = entry.text.replace("startService", "stopService");
    return { ...entry, text, hash: hashed(text) };
  });
  expect(await faultsOf(entries)).toEqual(["Entry 4 does not follow entry 3: one of the two was replaced."]);
});

it("names entries that were removed in the middle", async () => {
  const entries = chain(6);
  expect(await faultsOf(entries.filter(({ seq }) => seq !== 4))).toEqual(["Entry 4 was removed."]);
  expect(await faultsOf(entries.filter(({ seq }) => seq < 3 || seq > 5))).toEqual([
    "Entries 3 to 5 were removed.",
  ]);
});

it("names entries that changed places", async () => {
  const entries = chain(4);
  const swapped = entries.map((entry) =>
    entry.seq === 2 ? { ...at(entries, 3), seq: 2 } : entry.seq === 3 ? { ...at(entries, 2), seq: 3 } : entry,
  );
  expect(await faultsOf(swapped)).toEqual([
    "Entry 2 was moved: it was written as entry 3.",
    "Entry 3 was moved: it was written as entry 2.",
  ]);
});

it("takes a beginning that is missing for removed, unless an entry says that it was too old", async () => {
  const entries = chain(5);
  const late = entries.slice(2);
  expect(await faultsOf(late)).toEqual([
    "Entries 1 to 2 were removed, and no entry says that it was for their age.",
  ]);
  const told = nextEntry(at(entries, 5), new Date("2026-02-01"), facts, {
    seq: 2,
    hash: at(entries, 2).hash,
  });
  expect(await faultsOf([...late, told])).toEqual([]);
  expect(await faultsOf([...entries.slice(3), told])).toEqual([
    "Entries 1 to 3 were removed, and no entry says that it was for their age.",
  ]);
});

it("finds what was cut off at the end by a head that was kept elsewhere", async () => {
  const entries = chain(5);
  const { seq, hash } = at(entries, 5);
  const head = readHead(shownHead({ seq, hash }));
  expect(head).toEqual({ seq, hash });
  expect(await faultsOf(entries.slice(0, 3))).toEqual([]);
  expect(await faultsOf(entries.slice(0, 3), head)).toEqual(["Entries 4 to 5 were removed from the end."]);
  expect(await faultsOf([...entries, ...chain(1, at(entries, 5))], head)).toEqual([]);
});

it("finds a log that was written anew by such a head", async () => {
  const kept = { seq: 3, hash: at(chain(5), 3).hash };
  const anew = [...chain(1)];
  const other = { ...facts, operation: "stopService" };
  anew.push(nextEntry(at(anew, 1), new Date(), other));
  anew.push(nextEntry(at(anew, 2), new Date(), facts));
  expect(await faultsOf(anew, kept)).toEqual([
    "Entry 3 is not the one of the given head: the log was written anew.",
  ]);
});
