import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * What a finished step leaves behind so that the next start can skip it. A step clears its stamp before it
 * begins and writes it as its last act: an interrupted step is done again.
 * @param {string} folder
 * @param {string} name
 */
export function stampFile(folder, name) {
  const file = path.join(folder, `${name}.json`);
  return {
    /** @returns {Record<string, unknown>} empty when there is none, or none that can be read */
    read() {
      try {
        const content = JSON.parse(readFileSync(file, "utf8"));
        return typeof content === "object" && content !== null ? content : {};
      } catch {
        return {}; // absent or cut short: the step is simply done again
      }
    },
    /** @param {Record<string, unknown>} content */
    write(content) {
      mkdirSync(folder, { recursive: true });
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`);
      renameSync(draft, file);
    },
    clear() {
      rmSync(file, { force: true });
    },
  };
}
