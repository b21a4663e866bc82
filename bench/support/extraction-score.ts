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

/** What became of one value; `at` is its JSON pointer in the output, "" when it is not there. */
export type Judged = {
  field: string;
  at: string;
  value: unknown;
  wanted: unknown;
  given: boolean;
  right: boolean;
};

/**
 * Adds the values of one document to the scores by field; rows of lists count value by value, `lines[].name`. A value of
 * `unseen` fields counts only when it is given and wrong.
 */
export function scoreValues(
  found: Record<string, unknown>,
  truth: Record<string, unknown>,
  scores: Map<string, FieldScore>,
  judged: (value: Judged) => void,
  unseen: ReadonlySet<string> = new Set(),
): void {
  const count = (field: string, value: unknown, wanted: unknown, at: string) => {
    const score = scores.get(field) ?? emptyScore();
    scores.set(field, score);
    const given = value !== null && value !== undefined;
    const right = given && sameValue(value, wanted);
    if (unseen.has(field) && (right || !given)) return;
    if (wanted !== null && !unseen.has(field)) score.expected += 1;
    if (given) score.given += 1;
    if (right) score.right += 1;
    judged({ field, at, value, wanted, given, right });
  };
  for (const [field, wanted] of Object.entries(truth)) {
    if (!Array.isArray(wanted)) count(field, found[field], wanted, `/${field}`);
    else scoreList(field, found[field], wanted, count);
  }
}

function scoreList(
  field: string,
  found: unknown,
  wanted: unknown[],
  count: (field: string, value: unknown, wanted: unknown, at: string) => void,
): void {
  const items: unknown[] = Array.isArray(found) ? found : [];
  for (const [index, item] of wanted.entries()) {
    if (typeof item !== "object" || item === null) {
      const same = items.findIndex((candidate) => sameValue(candidate, item));
      const at = same < 0 ? index : same;
      count(`${field}[]`, items[at], item, `/${field}/${at}`);
      continue;
    }
    const [[first = "", value] = []] = Object.entries(item);
    const same = items.findIndex((candidate) =>
      sameValue((candidate as Record<string, unknown> | null)?.[first], value),
    );
    const at = same < 0 ? index : same;
    const row = items[at] as Record<string, unknown> | undefined;
    for (const [name, inner] of Object.entries(item))
      if (inner !== undefined) count(`${field}[].${name}`, row?.[name], inner, `/${field}/${at}/${name}`);
  }
  for (const extra of items.slice(wanted.length)) count(`${field}[], too many`, extra, null, "");
}
