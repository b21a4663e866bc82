import { invalidInput } from "../kernel/service-error.ts";

/** A list of as many file ids as a request may name fits in several times. */
const maxValues = 50_000;
const maxDepth = 100;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Parses a JSON-RPC message. Undefined for what is not JSON, which the protocol has its own error for. Throws 400 for one
 * of so many values that it would keep this thread busy for seconds: they are counted first, which takes milliseconds.
 */
export function readMessage(body: Buffer): unknown {
  checkStructure(body);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function checkStructure(body: Buffer): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === quote) {
      at = endOfText(body, at);
    } else if (byte === comma) {
      values += 1;
    } else if (opening.has(byte)) {
      values += 1;
      depth += 1;
    } else if (closing.has(byte)) {
      depth -= 1;
    }
    if (values > maxValues) throw invalidInput(`Invalid input: the body has more than ${maxValues} values`);
    if (depth > maxDepth)
      throw invalidInput(`Invalid input: the body is nested more than ${maxDepth} levels deep`);
  }
}

/** Where the text that begins here ends. A quote after an odd number of backslashes belongs to it. */
function endOfText(body: Buffer, start: number): number {
  for (let end = body.indexOf(quote, start + 1); end !== -1; end = body.indexOf(quote, end + 1)) {
    let before = end - 1;
    while (body[before] === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return body.length;
}
