import { CallbackFailed, callbackMs, within } from "../callback.ts";
import { proxyErrors } from "../errors.ts";
import type { Scope } from "../options/proxy-options.ts";
import type { OwnershipStore } from "../ownership/ownership-store.ts";

/** The visible files of one caller, during one request. */
export type VisibleFiles = {
  /** Whether the caller may read every one of these files. */
  cover: (fileIds: readonly string[]) => Promise<boolean>;
  /** Every file that the caller may read, as far as the proxy knows. Some may have been deleted. */
  all: () => Promise<string[]>;
  /** Whether the caller may delete and reprocess this file. */
  mayWrite: (fileId: string) => Promise<boolean>;
};

export type VisibleFilesOptions = {
  scope: Scope;
  store: OwnershipStore;
  /** Checks the caller's unfinished builds. Returns whether there were any. */
  refresh: () => Promise<boolean>;
};

/** An id that is safe in a query and in a path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it excludes
const fileId = /^[^\s,\u0000-\u001f\u007f]{1,256}$/;

export function createVisibleFiles({ scope, store, refresh }: VisibleFilesOptions): VisibleFiles {
  const { caller, files = [], write = "owned" } = scope;
  let listed: Promise<ReadonlySet<string>> | undefined;
  let refreshed: Promise<boolean> | undefined;

  const readListed = async (): Promise<ReadonlySet<string>> => {
    try {
      const ids = await within(typeof files === "function" ? files() : files, callbackMs, "files");
      if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string" && fileId.test(id)))
        throw new TypeError(
          "A scope's files must be file ids: texts without spaces and commas, at most 256 characters",
        );
      return new Set(ids);
    } catch (error) {
      throw new CallbackFailed("authorize", proxyErrors.internal(), error);
    }
  };
  const listedFiles = () => (listed ??= readListed());
  const refreshOnce = () => (refreshed ??= refresh());
  const owns = async (id: string) => (await store.ownerOf("file", id)) === caller;

  async function notVisible(fileIds: Iterable<string>): Promise<string[]> {
    const given = await listedFiles();
    const rest = [...new Set(fileIds)].filter((id) => !given.has(id));
    if (rest.length === 0) return [];
    const [only] = rest;
    if (rest.length === 1 && only !== undefined) return (await owns(only)) ? [] : rest;
    const owned = new Set(await store.listOwned("file", caller));
    return rest.filter((id) => !owned.has(id));
  }

  return {
    async cover(fileIds) {
      const missing = await notVisible(fileIds);
      if (missing.length === 0) return true;
      // A build may have made the file since the last check.
      return (await refreshOnce()) && (await notVisible(missing)).length === 0;
    },
    async all() {
      await refreshOnce();
      return [...new Set([...(await listedFiles()), ...(await store.listOwned("file", caller))])];
    },
    mayWrite: async (id) => write === "all" || owns(id),
  };
}
