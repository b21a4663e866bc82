const maxFrontMatterLength = 64 * 1024;

/** Splits off a YAML (`---`) or TOML (`+++`) preamble. Its simple `key: value` lines become fields. */
export function splitFrontMatter(text: string): { fields: Record<string, string>; body: string } {
  const found = /^(---|\+\+\+)[ \t]*\n([\s\S]*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|$)/.exec(
    text.slice(0, maxFrontMatterLength),
  );
  const lines = found?.[2]?.split("\n") ?? [];
  // A rule, some text and a second rule look like front matter but hold no keys.
  if (
    !found ||
    !lines.every((line) => /^(?:\s*$|\s*#|\s+\S|\s*-\s|[\w."'-]+\s*[:=])/.test(line)) ||
    !lines.some((line) => /^[\w."'-]+\s*[:=]/.test(line))
  ) {
    return { fields: {}, body: text };
  }
  const fields: Record<string, string> = {};
  let key = "";
  for (const line of lines) {
    const pair = /^["']?([\w.-]+)["']?\s*[:=]\s*(.*)$/.exec(line);
    const item = /^\s+-?\s*(.+)$|^-\s+(.+)$/.exec(line);
    if (pair?.[1]) {
      key = pair[1];
      fields[key] = unquoted(pair[2] ?? "");
    } else if (item && key) {
      const value = unquoted(item[1] ?? item[2] ?? "");
      const before = fields[key];
      fields[key] = before && !/^[|>]-?$/.test(before) ? `${before}, ${value}` : value;
    }
  }
  return { fields, body: text.slice(found[0].length) };
}

function unquoted(value: string): string {
  return value
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .replace(/^\[(.*)\]$/, "$1");
}
