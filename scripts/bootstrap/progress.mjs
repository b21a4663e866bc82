import { Interrupted } from "./stop-signals.mjs";

/**
 * One line per slow step: its name when it begins, the time it took when it ends.
 * @param {{ write(text: string): unknown }} out
 * @param {() => number} now milliseconds
 */
export function stepProgress(out, now) {
  return {
    /**
     * @template T
     * @param {string} title
     * @param {() => Promise<T>} work
     */
    async step(title, work) {
      const begun = now();
      out.write(`${title} … `);
      try {
        const result = await work();
        out.write(`${((now() - begun) / 1000).toFixed(1)} s\n`);
        return result;
      } catch (error) {
        out.write(error instanceof Interrupted ? "interrupted\n" : "failed\n");
        throw error;
      }
    },
    /** @param {string} text */
    note(text) {
      out.write(`${text}\n`);
    },
  };
}

/** @typedef {ReturnType<typeof stepProgress>} Progress */
