import type { Held } from "../ports/holding.ts";

/** `<time>-<project>-<hash>`. The time is ISO 8601 without colons, because not every disk allows colons in names. */
const heldName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z-([0-9a-f-]{36})-([0-9a-f]{64})$/;

/** The name of the folder that holds bytes which were set aside. */
export const heldNameOf = ({ projectId, contentHash, heldAt }: Omit<Held, "place">): string =>
  `${heldAt.toISOString().replaceAll(/[-:]/g, "")}-${projectId}-${contentHash}`;

/** Null for a name that is not ours. */
export const readHeldName = (name: string): Omit<Held, "place"> | null => {
  const [, year, month, day, hour, minute, second, ms, projectId, contentHash] = heldName.exec(name) ?? [];
  if (projectId === undefined || contentHash === undefined) return null;
  const heldAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return { projectId, contentHash, heldAt };
};
