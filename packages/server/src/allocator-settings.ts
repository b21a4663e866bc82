/**
 * Settings of the C library's allocator (glibc) with which memory that was freed goes back to the system. By default each
 * thread has an arena of its own, and what native code freed stays there: after 1,500 documents a gigabyte at rest.
 */
const settings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * Starts the program of this very process anew with the settings, which the allocator reads only at the start of a
 * process. Its id, arguments and standard streams stay. Does nothing where the settings mean nothing, where the operator
 * has set one, and under a starter that talks to this process, whose channel would not outlive it: that one sets them.
 */
export function applyAllocatorSettings(environment: Record<string, string | undefined>): void {
  const isSet = Object.keys(settings).some((name) => environment[name] !== undefined);
  if (process.platform !== "linux" || isSet || process.channel || !process.execve) return;
  const [, ...args] = process.argv;
  const given = Object.entries({ ...environment, ...settings }).filter(([, value]) => value !== undefined);
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...args],
    Object.fromEntries(given) as NodeJS.ProcessEnv,
  );
}
