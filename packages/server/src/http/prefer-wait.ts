import { limits } from "@headwater/spec";

/** Milliseconds that `Prefer: wait=N` (RFC 7240) asks an answer to be held back, at most a minute; else 0. */
export function preferWait(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header.join(",") : (header ?? "");
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d+)/i.exec(text)?.[1];
  return seconds === undefined ? 0 : Math.min(Number(seconds), limits.maxWaitSeconds) * 1000;
}
