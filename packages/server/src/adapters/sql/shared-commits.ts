import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

type Work<Result> = (transaction: Transaction<Database>) => Promise<Result>;

/**
 * Does small pieces of work that come at the same time in one transaction, and answers each once it is committed. A commit
 * writes every page that it changes as a whole, and most of these pages are the same for all. `isDurable`: not answered
 * before the commit is on the disk (see `unsynced` for what need not be). `hasCompany`: whether more of its kind is about to
 * come. Work waits while all that wait have company and fewer than 16 are there. When a piece of work throws, all are taken
 * back and each is done in a transaction of its own, so it must be able to run twice.
 */
export type ShareCommit = <Result>(
  work: Work<Result>,
  options: { isDurable: boolean; hasCompany?: () => boolean },
) => Promise<Result>;

/** A transaction keeps all others waiting: at some milliseconds each, these take as long as a page of a list. */
const worksPerCommit = 16;

/** While several come at a time, this long goes by between two commits, in ms: what comes meanwhile shares the next one. */
const gatheringMs = 20;
/** How often it is asked whether company comes, in ms. */
const askingMs = 5;

/** Work that changes other pages has a `ShareCommit` of its own. `companyMs`: how long work waits for company at most. */
export function createShareCommit(
  database: Kysely<Database>,
  companyMs: number,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): ShareCommit {
  type Waiting = {
    work: Work<unknown>;
    isDurable: boolean;
    hasCompany: () => boolean;
    done: PromiseWithResolvers<unknown>;
  };
  const waiting: Waiting[] = [];
  let running = false;

  const inTransaction = <Result>(isDurable: boolean, work: Work<Result>): Promise<Result> =>
    isDurable ? database.transaction().execute(work) : unsyncedTransaction(database, work);

  const alone = ({ work, isDurable, done }: Waiting): Promise<void> =>
    inTransaction(isDurable, work).then(done.resolve, done.reject);

  const together = async (batch: Waiting[]): Promise<void> => {
    const isDurable = batch.some((each) => each.isDurable);
    try {
      const results = await inTransaction(isDurable, async (transaction) => {
        const results: unknown[] = [];
        for (const { work } of batch) {
          if (results.length > 0) await nextTurn();
          results.push(await work(transaction));
        }
        return results;
      });
      for (const [index, { done }] of batch.entries()) done.resolve(results[index]);
    } catch {
      for (const each of batch) await alone(each);
    }
  };

  const companyComes = async () => {
    for (let waited = 0; waited < companyMs; waited += askingMs) {
      if (waiting.length >= worksPerCommit || !waiting.every(({ hasCompany }) => hasCompany())) return;
      await pause(askingMs);
    }
  };

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      // Those who are about to ask, their own reads being done, are heard first.
      await nextTurn();
      await companyComes();
      const batch = waiting.splice(0, worksPerCommit);
      if (batch.length === 1) await alone(batch[0] as Waiting);
      else {
        await together(batch);
        if (waiting.length < worksPerCommit) await pause(gatheringMs);
      }
    }
    running = false;
  };

  // PostgreSQL commits side by side, and locks that many transactions' work holds together would make others wait.
  if (!isSqlite(database)) return (work, { isDurable }) => inTransaction(isDurable, work);

  return (work, { isDurable, hasCompany = () => false }) => {
    const done = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    waiting.push({ work, isDurable, hasCompany, done: done as PromiseWithResolvers<unknown> });
    if (!running) void run();
    return done.promise;
  };
}

/** For uploads, which a client waits for. */
export const createShareUploads = (database: Kysely<Database>): ShareCommit =>
  createShareCommit(database, 50);

/** For first versions of documents. */
export const createShareVersions = (database: Kysely<Database>): ShareCommit =>
  createShareCommit(database, 100);

/** For heartbeats and ends of builds, which wait for nothing. Those of versions that were stored together come together. */
export const createShareBuilds = (database: Kysely<Database>): ShareCommit => createShareCommit(database, 0);
