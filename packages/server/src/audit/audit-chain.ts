import { createHash } from "node:crypto";
import type { AuditEntry, AuditFacts, AuditHead } from "./audit-log.ts";

/** What the first entry follows. */
export const beforeFirst: AuditHead = { seq: 0, hash: "0".repeat(64) };

/** Recorded when entries are removed because of their age. */
export const expireOperation = "expireAuditLog";

type Written = AuditFacts & { seq: number; at: string; previous: string; removed?: AuditHead };

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The entry that follows another. `removed`: the last one that was removed because of its age. */
export function nextEntry(
  before: AuditHead,
  at: Date,
  facts: AuditFacts,
  removed?: AuditHead,
): AuditEntry & { at: string } {
  const written: Written = {
    seq: before.seq + 1,
    at: at.toISOString(),
    previous: before.hash,
    ...facts,
    ...(removed && { removed }),
  };
  const text = JSON.stringify(written);
  return { seq: written.seq, hash: hashOf(text), text, at: written.at };
}

export type AuditReport = {
  entries: number;
  head: AuditHead | null;
  /** What is wrong, each in a sentence. */
  faults: string[];
};

/** Faults that are named one by one. */
const maxFaults = 100;

/**
 * Checks that no entry was changed, moved or removed. What was cut off at the end shows only against a head that was kept
 * elsewhere; so does a log that was written anew from some entry on.
 */
export async function verifyChain(
  entries: AsyncIterable<AuditEntry> | Iterable<AuditEntry>,
  kept: AuditHead | null,
): Promise<AuditReport> {
  const faults: string[] = [];
  let count = 0;
  let last: AuditHead = beforeFirst;
  let start: AuditHead | null = null;
  let isStartExplained = true;
  /** Whether the entry before is the one that was written there: only then does it say what must follow. */
  let isLastSound = true;
  let keptHash: string | null = null;
  for await (const { seq, hash, text } of entries) {
    const written = writtenIn(text);
    count += 1;
    if (count === 1 && written && written.seq > 1) {
      start = { seq: written.seq - 1, hash: written.previous };
      isStartExplained = false;
      last = start;
    }
    if (seq > last.seq + 1) faults.push(`${rangeOf(last.seq + 1, seq - 1)} removed.`);
    const isSound = written !== null && hashOf(text) === hash && written.seq === seq;
    if (!written || hashOf(text) !== hash) faults.push(`Entry ${seq} was changed.`);
    else if (written.seq !== seq)
      faults.push(`Entry ${seq} was moved: it was written as entry ${written.seq}.`);
    else if (isLastSound && seq === last.seq + 1 && written.previous !== last.hash)
      faults.push(`Entry ${seq} does not follow entry ${last.seq}: one of the two was replaced.`);
    const { removed } = written ?? {};
    if (start && removed?.seq === start.seq && removed.hash === start.hash) isStartExplained = true;
    if (seq === kept?.seq) keptHash = hash;
    last = { seq, hash };
    isLastSound = isSound;
    if (faults.length >= maxFaults) break;
  }
  if (start && !isStartExplained && faults.length < maxFaults)
    faults.unshift(`${rangeOf(1, start.seq)} removed, and no entry says that it was for their age.`);
  if (kept && kept.seq > last.seq) faults.push(`${rangeOf(last.seq + 1, kept.seq)} removed from the end.`);
  else if (kept && keptHash !== null && keptHash !== kept.hash)
    faults.push(`Entry ${kept.seq} is not the one of the given head: the log was written anew.`);
  return { entries: count, head: count === 0 ? null : last, faults };
}

const rangeOf = (from: number, to: number) =>
  from === to ? `Entry ${from} was` : `Entries ${from} to ${to} were`;

function writtenIn(text: string): Written | null {
  try {
    return JSON.parse(text) as Written;
  } catch {
    return null;
  }
}

/** A head as it is shown and given: `<number>:<hash>`. */
export const shownHead = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`;

export function readHead(text: string): AuditHead | null {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash };
}
