/**
 * The text that an EQ field of Word shows. It has no result, only an instruction: `EQ \o(\s\up 9(reading),base)` for
 * characters with their reading above, `EQ \o\ac(○,3)` for a number in a circle, `EQ \f(1,2)` for a fraction. Readings
 * are left out, as elsewhere. "" for other fields.
 */
export function equationText(instruction: string): string {
  const found = /^\s*EQ\s+(?:\\\*\s*(?:\w+|"[^"]*")\s*)*/i.exec(instruction);
  return found ? shown(instruction.slice(found[0].length), 0) : "";
}

const maxDepth = 20;
/** A switch with its options (`\s\up 9`), up to its bracket. */
const equationSwitch = /\\([a-z]+)((?:\s*\\(?:[a-z]+(?:\s*-?\d+)?|.))*)\s*\(/iy;

function shown(source: string, depth: number): string {
  let text = "";
  for (let at = 0; at < source.length; ) {
    equationSwitch.lastIndex = at;
    const found = depth < maxDepth ? equationSwitch.exec(source) : null;
    if (found) {
      const { parts, end } = bracketed(source, equationSwitch.lastIndex);
      text += combined((found[1] ?? "").toLowerCase(), parts, depth + 1);
      at = end;
    } else if (source[at] === "\\") {
      text += source[at + 1] ?? "";
      at += 2;
    } else {
      text += source[at];
      at += 1;
    }
  }
  return text;
}

/** The parts of a bracket, which commas or semicolons divide, and the place behind it. */
function bracketed(source: string, from: number): { parts: string[]; end: number } {
  const parts = [""];
  let open = 1;
  let at = from;
  const take = (length: number) => {
    parts[parts.length - 1] += source.slice(at, at + length);
  };
  for (; at < source.length; at += 1) {
    const character = source[at];
    if (character === "\\") {
      take(2);
      at += 1;
      continue;
    }
    if (character === "(") open += 1;
    if (character === ")") open -= 1;
    if (open === 0) break;
    if (open === 1 && (character === "," || character === ";")) parts.push("");
    else take(1);
  }
  return { parts, end: at + 1 };
}

function combined(name: string, parts: readonly string[], depth: number): string {
  const isReading = (part: string) => /^\s*\\s\s*\\up/i.test(part);
  // One part above another: the raised one is how the other is read.
  const kept = name === "o" && !parts.every(isReading) ? parts.filter((part) => !isReading(part)) : parts;
  const texts = kept.map((part) => shown(part, depth));
  switch (name) {
    case "f":
      return texts.join("/");
    case "r":
      return texts.length > 1 ? `${texts[0]}√(${texts[1]})` : `√(${texts[0]})`;
    case "b":
      return `(${texts.join("")})`;
    case "o":
    case "s":
    case "x":
      return texts.join("");
    default:
      return texts.join(" ");
  }
}
