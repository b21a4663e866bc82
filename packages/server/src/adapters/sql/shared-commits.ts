import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";
import { unsyncedTransaction } from "./unsynced-transaction.ts";

type Work<Result> = (transaction: Transaction<Database>) => Promise<Result>;

/**
 * Does small pieces of work that come at the same time in one transaction, and answers each once it is committed. A commit
 * writes every page that it changes as a whole, and most of these pages are the same for all. `isDurable`: not answered
 * before the commit is on the disk (see `unsynced` for what need not be). `hasCompany`: whether more of its kind is about to come.
 * While it is, work waits for 16 of them, up to `companyMs`; work of another kind, which changes other pages, goes before it. When a piece of
 * work throws, all are taken back and each is done in a transaction of its own, so it must be able to run twice.
 */
export type ShareCommit = <Result>(
  work: Work<Result>,
  options: { isDurable: boolean; hasCompany?: () => boolean },
) => Promise<Result>;

/** A transaction keeps all others waiting: at some milliseconds each, these take as long as a page of a list. */
const worksPerCommit = 16;

/** While several come at a time, this long goes by between two commits, in ms: what comes meanwhile shares the next one. */
const gatheringMs = 20;
/** How long work waits for company at most, and how often it is asked whether any comes, in ms. */
const companyMs = 200;
const askingMs = 5;

export function createShareCommit(
  database: Kysely<Database>,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): ShareCommit {
  type Waiting = {
    work: Work<unknown>;
    isDurable: boolean;
    hasCompany: () => boolean;
    done: PromiseWithResolvers<unknown>;
  };
  const urgent: Waiting[] = [];
  /** Those with company, until it does not come any more or enough of them are there. */
  const patient: Waiting[] = [];
  let isWaitOver = false;
  /** Which of the groups that waited together this is. */
  let group = 0;
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

  const patientAreDue = () => patient.length >= worksPerCommit || (isWaitOver && patient.length > 0);

  const nextBatch = (): Waiting[] => {
    if (!patientAreDue()) return urgent.splice(0, worksPerCommit);
    // Half of the places, so that neither keeps the other waiting.
    const batch = urgent.splice(0, worksPerCommit / 2);
    batch.push(...patient.splice(0, worksPerCommit - batch.length));
    if (patient.length === 0) {
      isWaitOver = false;
      group += 1;
    }
    return batch;
  };

  const run = async () => {
    if (running) return;
    running = true;
    // Those who are about to ask, their own reads being done, are heard first.
    for (await nextTurn(); urgent.length > 0 || patientAreDue(); await nextTurn()) {
      const batch = nextBatch();
      if (batch.length === 1) await alone(batch[0] as Waiting);
      else {
        await together(batch);
        if (urgent.length < worksPerCommit) await pause(gatheringMs);
      }
    }
    running = false;
  };

  const waitForCompany = async () => {
    const ours = group;
    const comes = () => group === ours && patient.some(({ hasCompany }) => hasCompany());
    for (let waited = 0; waited < companyMs && comes(); waited += askingMs) await pause(askingMs);
    if (group !== ours) return;
    isWaitOver = true;
    void run();
  };

  // PostgreSQL commits side by side, and locks that many transactions' work holds together would make others wait.
  if (!isSqlite(database)) return (work, { isDurable }) => inTransaction(isDurable, work);

  return (work, { isDurable, hasCompany = () => false }) => {
    const done = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    const isPatient = hasCompany();
    const waiting = { work, isDurable, hasCompany, done: done as PromiseWithResolvers<unknown> };
    (isPatient ? patient : urgent).push(waiting);
    if (isPatient && patient.length === 1) void waitForCompany();
    void run();
    return done.promise;
  };
}
