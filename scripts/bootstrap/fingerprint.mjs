import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Folders that tools make. */
const madeFolders = new Set(["node_modules", "dist", "program", "coverage"]);

/**
 * Every file below a folder, relative with `/`, sorted. Without dot files, links and folders that tools make.
 * @param {string} folder
 * @param {(file: string) => boolean} [wanted]
 * @returns {string[]} empty when the folder does not exist
 */
export function filesBelow(folder, wanted = () => true) {
  /** @type {string[]} */
  const files = [];
  /** @param {string} below */
  const walk = (below) => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const relative = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!madeFolders.has(entry.name)) walk(relative);
      } else if (entry.isFile() && wanted(relative)) files.push(relative);
    }
  };
  try {
    walk("");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
  }
  return files.sort();
}

/**
 * SHA-256 over names and contents. Dates do not count: a checkout that restores the same text changes nothing. A missing
 * file is not an error.
 * @param {string} root
 * @param {string[]} files relative to `root`
 * @param {string} [salt] anything else the result depends on
 */
export function fingerprintOf(root, files, salt = "") {
  const hash = createHash("sha256").update(`${salt}\0`);
  for (const file of files) {
    /** @type {Buffer | undefined} */
    let content;
    try {
      content = readFileSync(path.join(root, file));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
    }
    hash.update(`${file}\0${content === undefined ? "absent" : content.length}\0`);
    if (content !== undefined) hash.update(content);
  }
  return hash.digest("hex");
}
