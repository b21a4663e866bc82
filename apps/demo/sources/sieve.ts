import type { Source } from "@headwater/client";
import { kindOfSource, nameOfSource } from "./kinds.ts";
import { type Shape, stateOfSource } from "./state.ts";

/** What of the list is shown, and in which order. */
export type Sieve = {
  /** Text in the name or the id. */
  find: string;
  state: Shape | "part" | "";
  /** A kind in its word, such as "PDF"; empty for any. */
  kind: string;
  /** A tag; undefined for all, null for sources without any. */
  tag: string | null | undefined;
  order: Order;
};

export const orders = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
  largest: "Largest first",
} as const;
export type Order = keyof typeof orders;

export const states = {
  ready: "Ready",
  part: "Ready in part",
  busy: "Being read",
  waits: "Waiting",
  fail: "Not read",
} as const;

export const openSieve: Sieve = { find: "", state: "", kind: "", tag: undefined, order: "newest" };

/** Whether the sieve holds anything back. */
export const isNarrowed = ({ find, state, kind, tag }: Sieve): boolean =>
  find.trim() !== "" || state !== "" || kind !== "" || tag !== undefined;

/** The sources that pass, in order. */
export function sifted(sources: readonly Source[], sieve: Sieve): Source[] {
  const wanted = plain(sieve.find.trim());
  return sources
    .filter(
      (source) =>
        (wanted === "" || plain(source.file_name).includes(wanted) || source.file_id.startsWith(wanted)) &&
        (sieve.state === "" || stateNameOf(source) === sieve.state) &&
        (sieve.kind === "" || kindOfSource(source) === sieve.kind) &&
        isTagged(source, sieve.tag),
    )
    .toSorted(comparisons[sieve.order]);
}

/** Tags with the number of sources that have each, in alphabetical order; `none` have no tag. */
export function tagCounts(sources: readonly Source[]): {
  tags: [tag: string, count: number][];
  none: number;
} {
  const counts = new Map<string, number>();
  for (const tag of sources.flatMap(({ tags = [] }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return {
    tags: [...counts].sort(([one], [other]) => collator.compare(one, other)),
    none: sources.filter(({ tags = [] }) => tags.length === 0).length,
  };
}

/** The kinds that there are, in alphabetical order. */
export const kindsOf = (sources: readonly Source[]): string[] =>
  [...new Set(sources.map(kindOfSource))].sort(collator.compare);

/** The instants are all of one form, so their signs sort them; by the rules of a language that takes ten times as long. */
export const newestFirst = (one: Source, other: Source): number => {
  const [first, second] = [one.created_at ?? "", other.created_at ?? ""];
  return first === second ? 0 : first < second ? 1 : -1;
};

/** `?q=…&state=ready&kind=PDF&tag=invoices&order=name`; `untagged` in place of a tag. */
export function sieveQuery({ find, state, kind, tag, order }: Sieve): string {
  const query = new URLSearchParams();
  if (find) query.set("q", find);
  if (state) query.set("state", state);
  if (kind) query.set("kind", kind);
  if (tag) query.set("tag", tag);
  if (tag === null) query.set("untagged", "");
  if (order !== "newest") query.set("order", order);
  return query.size > 0 ? `?${query}` : "";
}

export function sieveFrom(parameters: Record<string, string | string[] | undefined>): Sieve {
  const one = (name: string) => [parameters[name]].flat()[0] ?? "";
  const state = one("state");
  const order = one("order");
  return {
    find: one("q"),
    state: state in states ? (state as Sieve["state"]) : "",
    kind: one("kind"),
    tag: parameters.untagged !== undefined ? null : one("tag") || undefined,
    order: order in orders ? (order as Order) : "newest",
  };
}

const isTagged = ({ tags = [] }: Source, tag: Sieve["tag"]): boolean =>
  tag === undefined || (tag === null ? tags.length === 0 : tags.includes(tag));

function stateNameOf(source: Source): Sieve["state"] {
  const { shape } = stateOfSource(source);
  return shape === "ready" && source.failed_pages?.length ? "part" : shape;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const comparisons: Record<Order, (one: Source, other: Source) => number> = {
  newest: newestFirst,
  oldest: (one, other) => newestFirst(other, one),
  name: (one, other) => collator.compare(nameOfSource(one), nameOfSource(other)),
  largest: (one, other) => other.file_size - one.file_size,
};

const plain = (text: string): string => text.normalize("NFC").toLowerCase();
