import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A finished step writes a stamp, so that the next start can skip the step. A step removes its stamp when it begins and
 * writes it at the end. So an interrupted step is repeated.
 * @param {string} folder
 * @param {string} name
 */
export function stampFile(folder, name) {
  const file = path.join(folder, `${name}.json`);
  return {
    /** @returns {Record<string, unknown>} empty when there is no readable stamp */
    read() {
      try {
        const content = JSON.parse(readFileSync(file, "utf8"));
        return typeof content === "object" && content !== null ? content : {};
      } catch {
        return {}; // Absent or incomplete: the step is repeated.
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
