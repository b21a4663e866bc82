import { maxAddressLength } from "../shell/addresses.ts";

/** The content of the Search room's address. */
export type Search = {
  query: string;
  /** File ids. Undefined means all sources. */
  scope: readonly string[] | undefined;
  /** In place of the ids: the sources that have at least one of these tags. Empty means no tags were chosen. */
  tags: readonly string[];
  /** Maximum number of passages. */
  most: number;
};

/** Number of passages to search for, at first and after each "More passages". */
export const steps = [10, 30, 100] as const;

type Parameters = Pick<URLSearchParams, "get" | "getAll">;

/** Reads `?q=…&file=…&n=30`, or `?q=…&tag=…`. */
export function searchFrom(parameters: Parameters): Search {
  const files = parameters.getAll("file").filter(Boolean);
  const tags = parameters.getAll("tag").filter(Boolean);
  const asked = Number(parameters.get("n"));
  return {
    query: parameters.get("q") ?? "",
    scope: files.length > 0 ? files : undefined,
    tags: files.length > 0 ? [] : tags,
    most: steps.find((step) => step === asked) ?? steps[0],
  };
}

/** The address of a search, which can be stored, shared and opened again. */
export function searchAddress({ query, scope, tags, most }: Search): string {
  const parameters = new URLSearchParams();
  if (query) parameters.set("q", query);
  for (const fileId of scope ?? []) parameters.append("file", fileId);
  for (const tag of tags) parameters.append("tag", tag);
  if (most !== steps[0]) parameters.set("n", String(most));
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}

/** The next larger number of passages. Undefined at the end. */
export const moreThan = (most: number): number | undefined => steps.find((step) => step > most);

/** The search for the text in the field, or for the previous query while the field is empty. */
export function nextSearch(asked: Search, typed: string): Search {
  const query = typed.trim() || asked.query;
  return query === asked.query ? asked : { ...asked, query, most: steps[0] };
}

/** Says why a search does not fit into an address, and what to do. Undefined when it fits. */
export function whyTooLong(search: Search): string | undefined {
  const room = maxAddressLength - searchAddress({ ...search, query: "" }).length;
  const length = searchAddress(search).length - maxAddressLength + room;
  if (length <= room) return undefined;
  // Half of an address holds about 130 sources. With fewer there is space for any query that a person would write.
  if (room < maxAddressLength / 2)
    return "These are too many sources for one search. Choose fewer, a tag alone, or all of them.";
  // A letter of another script needs up to nine characters. Compute the share for this text.
  const fitting = Math.floor((search.query.length * room) / length / 100) * 100;
  return `This is too long for a search. Shorten it to about ${fitting.toLocaleString("en")} characters.`;
}
