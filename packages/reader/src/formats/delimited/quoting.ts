import Papa from "papaparse";

/** How a file quotes its values. */
export type Quoting = {
  /** U+0000 where quotes are plain characters. */
  quoteChar: string;
  escapeChar: string;
  /** The delimiter, where values without quotes have it after a backslash. */
  escapedDelimiter?: string;
  /** The delimiter, where spaces are between it and the quotes of the next value. */
  spacedDelimiter?: string;
  /** Whether a quote never closes. */
  isBroken: boolean;
};

/** Stands for a backslash that a backslash escapes, while the file is divided. */
const escapedBackslash = "\u001a";
/** The same for a delimiter. */
const delimiterInValue = "\u001e";

/** The first characters of a file show whether spaces are before its quotes. */
const sampleLength = 64 * 1024;

const doubled: Quoting = { quoteChar: '"', escapeChar: '"', isBroken: false };

/**
 * Whether quotes inside of quoted values are doubled or follow a backslash: the way that gives rows of one width without
 * mistakes. When a quote does not close, the rest of the file would be one value; quotes are then plain characters.
 */
export function quotingOf(text: string, delimiter: string): Quoting {
  if (!text.includes('"') && !text.includes("\\")) return doubled;
  const backslash = { ...doubled, escapeChar: "\\" };
  const found =
    text.includes('\\"') &&
    faults(withoutEscapes(text, backslash), delimiter, backslash) < faults(text, delimiter, doubled)
      ? backslash
      : doubled;
  if (text.includes(`\\${delimiter}`)) {
    const escaped = { ...found, escapedDelimiter: delimiter };
    if (faults(withoutEscapes(text, escaped), delimiter, escaped) < faults(text, delimiter, found))
      return escaped;
  }
  const sample = text.slice(0, sampleLength);
  if (sample.includes(`${delimiter} "`)) {
    const spaced = { ...found, spacedDelimiter: delimiter };
    if (faults(withoutEscapes(sample, spaced), delimiter, found) < faults(sample, delimiter, found))
      return spaced;
  }
  const isOpen = (text.split('"').length - 1) % 2 === 1 && neverCloses(text, delimiter, found);
  return isOpen ? { quoteChar: "\u0000", escapeChar: "\u0000", isBroken: true } : found;
}

export function withoutEscapes(
  stored: string,
  { escapeChar, escapedDelimiter, spacedDelimiter }: Quoting,
): string {
  const text =
    spacedDelimiter === undefined
      ? stored
      : stored.replace(/([,;|]) +"(?!")/g, (found, sign) => (sign === spacedDelimiter ? `${sign}"` : found));
  const plain = escapeChar === "\\" ? text.replaceAll("\\\\", escapedBackslash) : text;
  return escapedDelimiter === undefined ? plain : plain.replaceAll(`\\${escapedDelimiter}`, delimiterInValue);
}

export const withEscapes = (cell: string, { escapedDelimiter = "" }: Quoting): string =>
  cell.replaceAll(escapedBackslash, "\\").replaceAll(delimiterInValue, escapedDelimiter);

/** Rows that are not as wide as most, and mistakes in quoting, as a value that begins with a quote after spaces. */
function faults(text: string, delimiter: string, quoting: Quoting): number {
  const widths = new Map<number, number>();
  let rows = 0;
  let mistakes = 0;
  const { quoteChar, escapeChar } = quoting;
  Papa.parse<string[]>(text, {
    delimiter,
    quoteChar,
    escapeChar,
    skipEmptyLines: "greedy",
    step({ data, errors }) {
      rows += 1;
      mistakes += errors.length + data.filter((cell) => /^ +"/.test(cell)).length;
      widths.set(data.length, (widths.get(data.length) ?? 0) + 1);
    },
  });
  return mistakes + rows - Math.max(0, ...widths.values());
}

function neverCloses(text: string, delimiter: string, quoting: Quoting): boolean {
  let found = false;
  Papa.parse(withoutEscapes(text, quoting), {
    delimiter,
    ...quoting,
    step: ({ errors }) => {
      found ||= errors.some((error) => error.code === "MissingQuotes");
    },
  });
  return found;
}
