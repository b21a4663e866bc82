import { readFile } from "node:fs/promises";
import type { Settings } from "./settings.ts";

/**
 * The service's token as it stands now: the setting, or what its file holds. The file is read at each request, so that
 * a token made or changed after the start works. Throws an error that names the setting.
 */
export async function serviceToken({
  token,
  tokenFile,
}: Pick<Settings, "token" | "tokenFile">): Promise<string> {
  if (token) return token;
  if (!tokenFile) throw new Error("The workbench has no token: set HEADWATER_TOKEN or HEADWATER_TOKEN_FILE.");
  const text = await readFile(tokenFile, "utf8").catch((cause: Error) => {
    throw new Error(`The token can't be read: ${cause.message}. Check HEADWATER_TOKEN_FILE.`, { cause });
  });
  const read = text.trim();
  if (read === "") throw new Error(`${tokenFile} is empty: put the token there (HEADWATER_TOKEN_FILE).`);
  return read;
}
