import type { Token } from "../client-options.ts";

/**
 * Sets `Authorization: Bearer …`. Space around the token is dropped: token files end with a line break.
 *
 * @throws {TypeError} when a token cannot stand in a header; the message does not repeat it.
 */
export async function authorize(request: Request, token: Token | undefined): Promise<void> {
  const value = (typeof token === "function" ? await token() : token)?.trim();
  if (!value) return;
  if (!/^[\x21-\x7e]+$/.test(value)) throw new TypeError("The token is not fit for a header.");
  request.headers.set("authorization", `Bearer ${value}`);
}
