import { readFile } from "node:fs/promises";
import type { Settings } from "./settings.ts";

/**
 * Returns the current token of the service: the setting, or the content of its file. The file is read at each request,
 * so that a token that is made or changed later works. Throws an error that names the setting.
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
