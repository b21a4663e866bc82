"use client";

import type { Source } from "@headwater/client";
import { useMemo } from "react";
import { askTagsAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { kindsOf, openSieve, orders, type Sieve, states, tagCounts } from "./sieve.ts";

type Properties = {
  sources: readonly Source[];
  sieve: Sieve;
  onSieve(sieve: Sieve): void;
  canAsk: boolean;
};

/** Find, state, kind and order; beneath, the tags as words with their numbers. */
export function SieveLines({ sources, sieve, onSieve, canAsk }: Properties) {
  const change = (changes: Partial<Sieve>) => onSieve({ ...sieve, ...changes });
  const kinds = useMemo(() => kindsOf(sources), [sources]);
  return (
    <>
      <search className="sift columns">
        <span className="label">Find</span>
        <div className="set strip">
          <input
            className="field sift-find"
            type="search"
            aria-label="Find by name or id"
            placeholder="Name or id"
            value={sieve.find}
            onChange={(event) => change({ find: event.target.value })}
          />
          <select
            className="field"
            aria-label="State"
            value={sieve.state}
            onChange={(event) => change({ state: event.target.value as Sieve["state"] })}
          >
            <option value="">Any state</option>
            {Object.entries(states).map(([state, words]) => (
              <option key={state} value={state}>
                {words}
              </option>
            ))}
          </select>
          <select
            className="field"
            aria-label="Kind"
            value={sieve.kind}
            onChange={(event) => change({ kind: event.target.value })}
          >
            <option value="">Any kind</option>
            {[...new Set([...kinds, sieve.kind])].filter(Boolean).map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </div>
        <div className="sorts">
          <select
            className="field"
            aria-label="Order"
            value={sieve.order}
            onChange={(event) => change({ order: event.target.value as Sieve["order"] })}
          >
            {Object.entries(orders).map(([order, words]) => (
              <option key={order} value={order}>
                {words}
              </option>
            ))}
          </select>
        </div>
      </search>
      <TagWords sources={sources} sieve={sieve} onTag={(tag) => change({ tag })} canAsk={canAsk} />
    </>
  );
}

type TagProperties = {
  sources: readonly Source[];
  sieve: Sieve;
  onTag(tag: Sieve["tag"]): void;
  canAsk: boolean;
};

function TagWords({ sources, sieve, onTag, canAsk }: TagProperties) {
  const { tags, none } = useMemo(() => tagCounts(sources), [sources]);
  if (tags.length === 0 && sieve.tag === openSieve.tag) return null;
  const word = (tag: Sieve["tag"], name: string, count: number) => (
    <button
      type="button"
      key={tag ?? name}
      aria-pressed={sieve.tag === tag}
      onClick={() => onTag(sieve.tag === tag ? undefined : tag)}
    >
      <bdi>{name}</bdi> <span>{count.toLocaleString("en")}</span>
    </button>
  );
  return (
    <div className="sift columns">
      <span className="label" id="tags">
        Tags
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its content in its own way */}
      <div className="words cluster" role="group" aria-labelledby="tags">
        {word(undefined, "All", sources.length)}
        {tags.map(([tag, count]) => word(tag, tag, count))}
        {sieve.tag && !tags.some(([tag]) => tag === sieve.tag) ? word(sieve.tag, sieve.tag, 0) : null}
        {none > 0 ? word(null, "no tag", none) : null}
      </div>
      {sieve.tag && canAsk ? (
        <Link className="link" href={askTagsAddress([sieve.tag])} prefetch={false}>
          <span>
            Ask in <bdi>{sieve.tag}</bdi>
          </span>
        </Link>
      ) : null}
    </div>
  );
}
