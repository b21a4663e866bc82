/** What the address of the Search room says. */
export type Search = {
  query: string;
  /** File ids; undefined means all. */
  scope: readonly string[] | undefined;
  /** Passages at most. */
  most: number;
};

/** How many passages are looked for at first, and after each "More passages". */
export const steps = [10, 30, 100] as const;

type Parameters = Record<string, string | string[] | undefined>;

/** Reads `?q=…&file=…&n=30`. */
export function searchFrom({ q, file, n }: Parameters): Search {
  const files = [file ?? []].flat().filter(Boolean);
  const asked = Number([n].flat()[0]);
  return {
    query: [q].flat()[0] ?? "",
    scope: files.length > 0 ? files : undefined,
    most: steps.find((step) => step === asked) ?? steps[0],
  };
}

/** The address of a search, so that it can be kept, sent and gone back to. */
export function searchAddress({ query, scope, most }: Search): string {
  const parameters = new URLSearchParams();
  if (query) parameters.set("q", query);
  for (const fileId of scope ?? []) parameters.append("file", fileId);
  if (most !== steps[0]) parameters.set("n", String(most));
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}

/** The next larger number of passages; undefined at the end. */
export const moreThan = (most: number): number | undefined => steps.find((step) => step > most);
