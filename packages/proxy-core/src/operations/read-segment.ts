const plain = /^[\w~-][\w.~-]{0,255}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const forbidden = /[/\\%?#\u0000-\u001f\u007f]/;

/**
 * Returns the value of one path segment, decoded once. Undefined for a value that a later reader could understand
 * differently: an encoded slash, a dot segment, a second layer of encoding, control characters, or bytes that are not
 * UTF-8.
 */
export function readSegment(segment: string): string | undefined {
  if (plain.test(segment)) return segment;
  let value: string;
  try {
    value = decodeURIComponent(segment);
  } catch {
    return undefined;
  }
  if (value === "" || value === "." || value === ".." || value.length > 256) return undefined;
  return forbidden.test(value) ? undefined : value;
}
