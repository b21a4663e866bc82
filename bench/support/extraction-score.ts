/** Counts of one field: values that exist, values given, and those of them that are right. */
export type FieldScore = { expected: number; given: number; right: number };

export const emptyScore = (): FieldScore => ({ expected: 0, given: 0, right: 0 });

const plain = (value: unknown): string =>
  String(value)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Numbers and dates must be equal. Text must be equal but for case, accents, spaces and punctuation, or one must begin
 * the other and be over 70 % of it.
 */
export function sameValue(found: unknown, truth: unknown): boolean {
  if (typeof truth === "number" && typeof found === "number") return Math.abs(found - truth) < 0.005;
  const [a, b] = [plain(found), plain(truth)];
  const shorter = Math.min(a.length, b.length);
  return (
    a === b ||
    (shorter >= 4 && (a.startsWith(b) || b.startsWith(a)) && shorter > 0.7 * Math.max(a.length, b.length))
  );
}

export type Miss = (field: string, found: unknown, truth: unknown) => void;

/** Adds the values of one document to the scores by field; rows of lists count value by value, `lines.name`. */
export function scoreValues(
  found: Record<string, unknown>,
  truth: Record<string, unknown>,
  scores: Map<string, FieldScore>,
  miss: Miss,
): void {
  const count = (field: string, value: unknown, wanted: unknown) => {
    const score = scores.get(field) ?? emptyScore();
    scores.set(field, score);
    const given = value !== null && value !== undefined;
    const right = given && sameValue(value, wanted);
    if (wanted !== null) score.expected += 1;
    if (given) score.given += 1;
    if (right) score.right += 1;
    if (given ? !right : wanted !== null) miss(field, value, wanted);
  };
  for (const [field, wanted] of Object.entries(truth)) {
    if (!Array.isArray(wanted)) count(field, found[field], wanted);
    else scoreList(field, found[field], wanted, count);
  }
}

function scoreList(
  field: string,
  found: unknown,
  wanted: unknown[],
  count: (field: string, value: unknown, wanted: unknown) => void,
): void {
  const items = Array.isArray(found) ? [...found] : [];
  for (const [index, item] of wanted.entries()) {
    if (typeof item !== "object" || item === null) {
      const at = items.findIndex((candidate) => sameValue(candidate, item));
      count(`${field}[]`, items[at < 0 ? index : at], item);
      continue;
    }
    const [[first = "", value] = []] = Object.entries(item);
    const row =
      items.find((candidate: Record<string, unknown>) => sameValue(candidate?.[first], value)) ??
      items[index];
    for (const [name, inner] of Object.entries(item))
      if (inner !== undefined) count(`${field}[].${name}`, row?.[name], inner);
  }
  for (const extra of items.slice(wanted.length)) count(`${field}[], too many`, extra, null);
}
