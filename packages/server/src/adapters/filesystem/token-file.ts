import { chmod, writeFile } from "node:fs/promises";

/** Keeps a token for tools on the same machine, readable by its owner only, also where the file was there before. */
export async function writeTokenFile(path: string, token: string): Promise<void> {
  await writeFile(path, `${token}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
}
