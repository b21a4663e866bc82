import type { Token } from "../client-options.ts";

/**
 * Sets `Authorization: Bearer …`. It trims the token, because token files end with a line break.
 *
 * @throws {TypeError} when a header cannot hold the token. The message does not contain the token.
 */
export async function authorize(request: Request, token: Token | undefined): Promise<void> {
  const value = (typeof token === "function" ? await token() : token)?.trim();
  if (!value) return;
  if (!/^[\x21-\x7e]+$/.test(value)) throw new TypeError("The token is not fit for a header.");
  request.headers.set("authorization", `Bearer ${value}`);
}
