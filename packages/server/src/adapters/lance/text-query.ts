import { BooleanQuery, type FullTextQuery, MatchQuery, Occur } from "@lancedb/lancedb";
import type { ChunkQuery } from "../../retrieval/chunk-index.ts";
import { hashTerms } from "../../text/term-hash.ts";
import { toWords } from "./chunk-rows.ts";

const anyOf = (terms: string[], boost?: number): MatchQuery =>
  new MatchQuery(toWords(hashTerms(terms)), "terms", boost === undefined ? undefined : { boost });

/** The query in LanceDB's form. Terms of one weight are one part of it: each part costs a pass of its own. */
export function toTextQuery({ terms, weights, required = [] }: ChunkQuery): FullTextQuery {
  const byWeight = new Map<number, string[]>();
  for (const [at, term] of terms.entries()) {
    const weight = weights?.[at] ?? 1;
    byWeight.set(weight, [...(byWeight.get(weight) ?? []), term]);
  }
  const parts = [...byWeight].map(([weight, same]) => anyOf(same, weight === 1 ? undefined : weight));
  const [only] = parts;
  if (only && parts.length === 1 && required.length === 0) return only;
  return new BooleanQuery([
    ...parts.map((part): [Occur, FullTextQuery] => [Occur.Should, part]),
    ...required.map((forms): [Occur, FullTextQuery] => [Occur.Must, anyOf(forms)]),
  ]);
}
