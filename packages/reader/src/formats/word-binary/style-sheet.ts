import type { Place } from "./file-information.ts";

/** What a paragraph style is, as far as it decides the type of its text. */
export type StyleRole =
  | { role: "heading"; level: number }
  | { role: "title" | "subtitle" | "caption" | "bullet" | "body" };

const body: StyleRole = { role: "body" };
const maxDepth = 20;

/** Numbers that Word gives its own styles, in every language. */
function builtIn(number: number): StyleRole | undefined {
  if (number >= 1 && number <= 9) return { role: "heading", level: number };
  if (number === 62) return { role: "title" };
  if (number === 74) return { role: "subtitle" };
  if (number === 34) return { role: "caption" };
  return number === 48 || (number >= 54 && number <= 57) ? { role: "bullet" } : undefined;
}

/** The role of a style by its index. A style inherits the role of the one it is based on. */
export function readStyleSheet(table: DataView, { at, length }: Place): (style: number) => StyleRole {
  const styles: { role: StyleRole | undefined; base: number }[] = [];
  const end = Math.min(at + length, table.byteLength);
  if (length > 4 && at + 4 <= end) {
    const headerBytes = table.getUint16(at, true);
    const count = table.getUint16(at + 2, true);
    let here = at + 2 + headerBytes;
    for (let index = 0; index < count && here + 2 <= end; index += 1) {
      const size = table.getUint16(here, true);
      here += 2;
      const known = size >= 4 && here + 4 <= end;
      styles.push({
        role: known ? builtIn(table.getUint16(here, true) & 0x0fff) : undefined,
        base: known ? table.getUint16(here + 2, true) >> 4 : 0x0fff,
      });
      here += size + (size % 2);
    }
  }
  return (style) => {
    let current = style;
    for (let depth = 0; depth < maxDepth; depth += 1) {
      const found = styles[current];
      if (!found) return body;
      if (found.role) return found.role;
      current = found.base;
    }
    return body;
  };
}
