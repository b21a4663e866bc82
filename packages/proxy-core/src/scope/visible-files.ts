import { CallbackFailed, callbackMs, within } from "../callback.ts";
import { proxyErrors } from "../errors.ts";
import type { Scope } from "../options/proxy-options.ts";
import type { OwnershipStore } from "../ownership/ownership-store.ts";

/** The files of one caller, for the time of one request. */
export type VisibleFiles = {
  /** Whether the caller may read every one of these. */
  cover(fileIds: readonly string[]): Promise<boolean>;
  /** Every file the caller may read, as far as the proxy knows; some may be gone by now. */
  all(): Promise<string[]>;
  /** Whether the caller may delete and reprocess this one. */
  mayWrite(fileId: string): Promise<boolean>;
};

export type VisibleFilesOptions = {
  scope: Scope;
  store: OwnershipStore;
  /** Looks at the caller's builds that have not ended; answers whether there were any. */
  refresh(): Promise<boolean>;
};

/** An id that can be named in a query and in a path without becoming something else. */
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
      // A file may have come out of a build since anybody looked.
      return (await refreshOnce()) && (await notVisible(missing)).length === 0;
    },
    async all() {
      await refreshOnce();
      return [...new Set([...(await listedFiles()), ...(await store.listOwned("file", caller))])];
    },
    mayWrite: async (id) => write === "all" || owns(id),
  };
}
