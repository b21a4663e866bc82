import { chmod, writeFile } from "node:fs/promises";

/**
 * Writes a token for tools on the same machine. Only its owner can read the file, also when the file existed before.
 */
export async function writeTokenFile(path: string, token: string): Promise<void> {
  await writeFile(path, `${token}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
}
