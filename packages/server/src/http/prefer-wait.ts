import { limits } from "@headwater/spec";

/** The milliseconds that `Prefer: wait=N` (RFC 7240) asks to hold back an answer, at most a minute; 0 without it. */
export function preferWait(header: string | string[] | undefined): number {
  const text = Array.isArray(header) ? header.join(",") : (header ?? "");
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d+)/i.exec(text)?.[1];
  return seconds === undefined ? 0 : Math.min(Number(seconds), limits.maxWaitSeconds) * 1000;
}
