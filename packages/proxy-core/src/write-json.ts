import { proxyErrors, Refusal } from "./errors.ts";

/**
 * A parsed body as bytes again.
 *
 * @throws {Refusal} 400 when it is nested too deeply: it was parsed without recursion, and cannot be written so
 */
export function writeJson(value: object): Uint8Array {
  try {
    return new TextEncoder().encode(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(proxyErrors.tooDeep());
    throw error;
  }
}
