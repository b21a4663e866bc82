/**
 * Reads a setting of several parts, such as `pages=100,depth=3`. Parts may be left out. Throws an Error that completes
 * "it takes …" for a part without a value, an unknown name, or a name that comes twice.
 */
export function namedParts<Name extends string>(
  text: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const parts: Partial<Record<Name, string>> = {};
  for (const part of text.split(",")) {
    const [, given, value] = /^\s*([a-z]+)\s*=\s*(\S.*?)\s*$/.exec(part) ?? [];
    const name = names.find((each) => each === given);
    if (name === undefined || value === undefined || parts[name] !== undefined)
      throw new Error(
        `it takes ${names.map((each) => `${each}=…`).join(",")}, each at most once, and "${part.trim()}" is not one of them`,
      );
    parts[name] = value;
  }
  return parts;
}

/**
 * Reads a value with named parts after it, such as `openai:gpt-5,fast=openai:gpt-5-mini`. Throws as `namedParts` does.
 */
export function valueAndParts<Name extends string>(
  text: string,
  names: readonly Name[],
): { value: string; parts: Partial<Record<Name, string>> } {
  const at = text.search(/,\s*[a-z]+\s*=/);
  if (at === -1) return { value: text, parts: {} };
  return { value: text.slice(0, at), parts: namedParts(text.slice(at + 1), names) };
}
