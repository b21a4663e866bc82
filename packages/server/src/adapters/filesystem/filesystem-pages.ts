import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../kernel/clock.ts";
import { isId, newId } from "../../kernel/ids.ts";
import type { Content } from "../../ports/blob-store.ts";
import type { KeptPages } from "../../ports/kept-pages.ts";
import { codeOf } from "./folder-errors.ts";

const nameOf = ({ projectId, contentHash }: Content): string => `${projectId}_${contentHash}.pdf`;

/** Null for a file that is not ours. */
function contentOf(name: string): Content | null {
  const [projectId = "", contentHash = ""] = name.replace(/\.pdf$/, "").split("_");
  const content = { projectId, contentHash };
  return isId(projectId) && /^[0-9a-f]{64}$/.test(contentHash) && nameOf(content) === name ? content : null;
}

/**
 * Keeps PDFs as files `<project>_<hash of the original>.pdf`, `maxBytes` in all. A file's time says when it was last
 * used.
 */
export function createFilesystemPages(root: string, maxBytes: number, clock: Clock): KeptPages {
  const pathOf = (content: Content): string => {
    const name = nameOf(content);
    if (!contentOf(name)) throw new Error(`'${name}' names no pages`);
    return join(root, name);
  };

  const list = async (): Promise<Content[]> => (await namesIn(root)).flatMap((name) => contentOf(name) ?? []);

  /** Removes what was not used for longest, until there is room for `bytes`. */
  const makeRoom = async (bytes: number) => {
    const files = [];
    for (const path of (await list()).map(pathOf)) {
      const facts = await ifThere(stat(path));
      if (facts) files.push({ path, bytes: facts.size, usedAt: facts.mtimeMs });
    }
    files.sort((a, b) => a.usedAt - b.usedAt);
    let total = files.reduce((sum, file) => sum + file.bytes, bytes);
    for (const file of files) {
      if (total <= maxBytes) break;
      await rm(file.path, { force: true });
      total -= file.bytes;
    }
  };

  return {
    async find(content) {
      const path = pathOf(content);
      const pdf = await ifThere(readFile(path));
      const now = clock.now();
      if (pdf) await ifThere(utimes(path, now, now));
      return pdf;
    },

    async keep(content, pdf) {
      if (pdf.byteLength > maxBytes) return;
      const part = join(root, `${newId()}.part`);
      try {
        await mkdir(root, { recursive: true, mode: 0o700 });
        await makeRoom(pdf.byteLength);
        await writeFile(part, pdf, { mode: 0o600 });
        const now = clock.now();
        await utimes(part, now, now);
        await rename(part, pathOf(content));
      } finally {
        await rm(part, { force: true });
      }
    },

    remove: (content) => rm(pathOf(content), { force: true }),

    list,
  };
}

const namesIn = async (folder: string): Promise<string[]> => (await ifThere(readdir(folder))) ?? [];

async function ifThere<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
