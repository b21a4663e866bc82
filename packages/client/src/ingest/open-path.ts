type FileSystem = {
  openAsBlob?: (path: string) => Promise<Blob>;
  promises: {
    readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
    stat: (path: string) => Promise<{ isFile: () => boolean }>;
  };
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

async function openWith({ openAsBlob, promises }: FileSystem, path: string): Promise<Blob> {
  // Opening a pipe waits for its other end, for ever and on the only thread.
  if (!(await promises.stat(path)).isFile()) throw new Error(`${path} is not a regular file`);
  return openAsBlob?.(path) ?? new Blob([await promises.readFile(path)]);
}
