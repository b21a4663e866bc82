import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** A part of a pattern that can't be matched in linear time, or that the engine doesn't know. `instead` is advice. */
export class UnsupportedPartError extends Error {
  readonly part: string;
  readonly instead: string;
  constructor(part: string, instead: string) {
    super(`${part}: ${instead}`);
    this.part = part;
    this.instead = instead;
  }
}

/** Maximum of a counted repetition: the engine writes each one out. */
const maxRepeat = 1_000;

/**
 * Writes a pattern of JavaScript (with the flag `u`, as JSON Schema has it) for RE2, which matches in linear time but spells
 * some things differently: what `.`, `\s` and classes mean is written out. Throws a SyntaxError for what isn't a
 * pattern, and an `UnsupportedPartError` for look-arounds, back references and rare properties of characters.
 */
export function toLinearPattern(pattern: string): string {
  return new RegExpParser({ ecmaVersion: 2025 })
    .parsePattern(pattern, undefined, undefined, { unicode: true })
    .alternatives.map(ofAlternative)
    .join("|");
}

const ofAlternative = ({ elements }: AST.Alternative): string => elements.map(ofElement).join("");

function ofElement(node: AST.Element): string {
  switch (node.type) {
    case "Character":
      return ofCodePoint(node.value);
    case "CharacterSet":
      return node.kind === "any" ? notLineEnd : `[${ofSet(node)}]`;
    case "CharacterClass":
      return ofClass(node);
    case "Group":
    case "CapturingGroup":
      if (node.type === "Group" && node.modifiers)
        throw new UnsupportedPartError(node.raw, "write both cases, as in [Aa]");
      return `(?:${node.alternatives.map(ofAlternative).join("|")})`;
    case "Quantifier":
      return ofQuantifier(node);
    case "Assertion":
      if (node.kind === "start") return "\\A";
      if (node.kind === "end") return "\\z";
      if (node.kind === "word") return node.negate ? "\\B" : "\\b";
      throw new UnsupportedPartError(
        node.raw,
        "look-arounds can't be matched safely; list what is allowed instead",
      );
    case "Backreference":
      throw new UnsupportedPartError(
        node.raw,
        "back references can't be matched safely; repeat the part itself",
      );
    default:
      throw new UnsupportedPartError(node.raw, "write it as a plain class, as in [a-z]");
  }
}

function ofQuantifier({ element, min, max, greedy, raw }: AST.Quantifier): string {
  if (min > maxRepeat || (max !== Number.POSITIVE_INFINITY && max > maxRepeat))
    throw new UnsupportedPartError(raw, `repeat at most ${maxRepeat} times, or use minLength and maxLength`);
  const count = max === Number.POSITIVE_INFINITY ? `${min},` : min === max ? `${min}` : `${min},${max}`;
  return `(?:${ofElement(element)}){${count}}${greedy ? "" : "?"}`;
}

function ofClass({ elements, negate }: AST.CharacterClass): string {
  // `[]` fits nothing and `[^]` everything.
  if (elements.length === 0) return negate ? `[${anything}]` : `[^${anything}]`;
  const inner = elements.map((element) => {
    switch (element.type) {
      case "Character":
        return ofCodePoint(element.value);
      case "CharacterClassRange":
        return `${ofCodePoint(element.min.value)}-${ofCodePoint(element.max.value)}`;
      case "CharacterSet":
        return ofSet(element);
      default:
        throw new UnsupportedPartError(element.raw, "write it as a plain class, as in [a-z]");
    }
  });
  return `[${negate ? "^" : ""}${inner.join("")}]`;
}

/** What stands for `\d`, `\s`, `\w` or `\p{…}` within brackets. */
function ofSet(node: AST.CharacterSet): string {
  switch (node.kind) {
    case "digit":
      return node.negate ? "\\D" : "\\d";
    case "word":
      return node.negate ? "\\W" : "\\w";
    case "space":
      return node.negate ? notSpaces : spaces;
    case "property":
      return `\\${node.negate ? "P" : "p"}{${propertyOf(node)}}`;
    default:
      throw new UnsupportedPartError(node.raw, "write it as a plain class, as in [a-z]");
  }
}

function propertyOf({ key, value, raw }: Extract<AST.CharacterSet, { kind: "property" }>): string {
  // `\p{Lu}` has its category as the key. RE2 knows the short names of categories, and scripts.
  if (value === null && /^[A-Z][a-z]?$/.test(key) && key !== "LC") return key;
  if (value !== null && /^(?:gc|General_Category)$/.test(key) && /^[A-Z][a-z]?$/.test(value)) return value;
  if (value !== null && /^(?:sc|Script)$/.test(key) && value.length > 4) return value;
  throw new UnsupportedPartError(
    raw,
    "write a general category, as in \\p{L}, or a script, as in \\p{Script=Greek}",
  );
}

const ofCodePoint = (value: number): string => `\\x{${value.toString(16)}}`;

const anything = "\\x{0}-\\x{10ffff}";
const notLineEnd = "[^\\n\\r\\x{2028}\\x{2029}]";

/** White space of JavaScript (ECMAScript, WhiteSpace and LineTerminator), as ranges in order. */
const spaceRanges: [from: number, to: number][] = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const written = (ranges: [number, number][]) =>
  ranges.map(([from, to]) => `${ofCodePoint(from)}-${ofCodePoint(to)}`).join("");
const spaces = written(spaceRanges);
/** Its complement, since a class can't contain a negated one. */
const notSpaces = written(
  [...spaceRanges, [0x110000, 0x110000] as [number, number]].map(([from], index) => [
    index === 0 ? 0 : (spaceRanges[index - 1]?.[1] ?? 0) + 1,
    from - 1,
  ]),
);
