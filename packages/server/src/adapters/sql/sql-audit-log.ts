import type { Kysely, Transaction } from "kysely";
import { beforeFirst, expireOperation, nextEntry } from "../../audit/audit-chain.ts";
import { type AuditFacts, type AuditHead, type AuditLog, ofOperator } from "../../audit/audit-log.ts";
import type { Clock } from "../../kernel/clock.ts";
import { numberInTurn } from "./number-in-turn.ts";
import type { Database } from "./schema.ts";
import type { ShareCommit } from "./shared-commits.ts";

/** Entries read at a time. */
const pageRows = 1_000;

/** Entries of one statement; each has four values. */
const maxBatch = 100;

type Waiting = { facts: AuditFacts; isDurable: boolean; done: PromiseWithResolvers<void> };

/**
 * The log as a table. What comes while entries are written is written together after them: the chain has one end, so
 * processes and requests take turns at it.
 */
export function createSqlAuditLog(
  database: Kysely<Database>,
  clock: Clock,
  shareCommit: ShareCommit,
): AuditLog {
  const waiting: Waiting[] = [];
  let running = false;

  const write = (batch: Waiting[]) =>
    shareCommit(
      async (transaction) => {
        let last = await headInTurn(transaction);
        const rows = batch.map(({ facts }) => {
          const entry = nextEntry(last, clock.now(), facts);
          last = entry;
          return rowOf(entry);
        });
        await transaction.insertInto("audit_entries").values(rows).execute();
      },
      { isDurable: batch.some(({ isDurable }) => isDurable) },
    );

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch);
      try {
        await write(batch);
        for (const { done } of batch) done.resolve();
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    running = false;
  };

  return {
    append(facts, { isDurable }) {
      const done = Promise.withResolvers<void>();
      waiting.push({ facts, isDurable, done });
      if (!running) void run();
      return done.promise;
    },

    async *read() {
      for (let after = 0; ; ) {
        const rows = await database
          .selectFrom("audit_entries")
          .select(["seq", "hash", "entry"])
          .where("seq", ">", after)
          .orderBy("seq")
          .limit(pageRows)
          .execute();
        for (const { seq, hash, entry } of rows) yield { seq: Number(seq), hash, text: entry };
        if (rows.length < pageRows) return;
        after = Number(rows.at(-1)?.seq);
      }
    },

    head: () => headOf(database),

    expire: (before) =>
      database.transaction().execute(async (transaction) => {
        const head = await headInTurn(transaction);
        const old = await transaction
          .selectFrom("audit_entries")
          .select(["seq", "hash"])
          .where("at", "<", before.toISOString())
          .where("seq", "<", head.seq)
          .orderBy("seq", "desc")
          .limit(1)
          .executeTakeFirst();
        if (!old) return 0;
        const removed = { seq: Number(old.seq), hash: old.hash };
        const { numDeletedRows } = await transaction
          .deleteFrom("audit_entries")
          .where("seq", "<=", removed.seq)
          .executeTakeFirst();
        await transaction
          .insertInto("audit_entries")
          .values(rowOf(nextEntry(head, clock.now(), expiry, removed)))
          .execute();
        return Number(numDeletedRows);
      }),
  };
}

const expiry: AuditFacts = { ...ofOperator, via: "service", operation: expireOperation, subjects: {} };

const rowOf = ({ seq, hash, text, at }: ReturnType<typeof nextEntry>) => ({ seq, hash, at, entry: text });

/** The end of the chain, which is this transaction's until it ends. */
async function headInTurn(transaction: Transaction<Database>): Promise<AuditHead> {
  await numberInTurn(transaction, "audit entries", [""]);
  return (await headOf(transaction)) ?? beforeFirst;
}

async function headOf(database: Kysely<Database>): Promise<AuditHead | null> {
  const row = await database
    .selectFrom("audit_entries")
    .select(["seq", "hash"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { seq: Number(row.seq), hash: row.hash } : null;
}
