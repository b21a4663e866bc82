import { proxyErrors, Refusal } from "./errors.ts";

/**
 * Writes a parsed body as JSON bytes.
 *
 * @throws {Refusal} 400 when the value is nested too deeply: the parser has no recursion limit, but writing does
 */
export function writeJson(value: object): Uint8Array {
  try {
    return new TextEncoder().encode(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(proxyErrors.tooDeep());
    throw error;
  }
}
