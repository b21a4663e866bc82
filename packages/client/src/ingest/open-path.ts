type FileSystem = {
  openAsBlob?: (path: string) => Promise<Blob>;
  promises: { readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>> };
};

/**
 * A file on disk as a Blob, which is read when it is sent. No import of `node:fs`: bundlers for browsers would fail.
 *
 * @throws {TypeError} where there are no files. Rejects with what the system says when there is no such file.
 */
export function openPath(path: string): Promise<Blob> {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => FileSystem | undefined };
  };
  const fs = process?.getBuiltinModule?.("node:fs");
  if (!fs)
    throw new TypeError("{ path } can't be read here: pass a Blob. In older versions of Node: openAsBlob.");
  return openWith(fs, path);
}

/** `openAsBlob` throws at once when there is no such file. Here it rejects. */
const openWith = async ({ openAsBlob, promises }: FileSystem, path: string): Promise<Blob> =>
  openAsBlob?.(path) ?? new Blob([await promises.readFile(path)]);
