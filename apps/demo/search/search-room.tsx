"use client";

import { useRetrieve, useSources } from "@headwater/react-hooks";
import { useSearchParams } from "next/navigation";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { presentScope } from "../scope/present-scope.ts";
import { readySources } from "../scope/ready-sources.ts";
import { ScopeChooser } from "../scope/scope-chooser.tsx";
import { useAbilities } from "../shell/abilities.ts";
import { askAddress, askTagsAddress } from "../shell/addresses.ts";
import { BusyButton } from "../shell/busy-button.tsx";
import { Link } from "../shell/link.tsx";
import { NotOffered } from "../shell/not-offered.tsx";
import { TroubleNote } from "../shell/trouble-note.tsx";
import { useTypedAhead } from "../stored/use-typed-ahead.ts";
import { Passage } from "./passage.tsx";
import {
  moreThan,
  nextSearch,
  type Search,
  searchAddress,
  searchFrom,
  whyTooLong,
} from "./search-address.ts";

/** Shows the passages nearest to a query. The address is the state. */
export function SearchRoom() {
  const { known, can } = useAbilities();
  const address = useSearchParams();
  const asked = useMemo(() => searchFrom(address), [address]);
  const sources = useSources();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(asked.query);
  const [followed, setFollowed] = useState(asked.query);
  if (followed !== asked.query) {
    setFollowed(asked.query);
    setTyped(asked.query);
  }
  useTypedAhead(field, true, setTyped);
  // Sources may have been deleted since the address was made. The service would then find nothing in the others either.
  const scope = presentScope(asked.scope, sources.data);
  const isScopeKnown = asked.scope === undefined || !sources.isPending;
  const ready = useMemo(
    () => sources.data && readySources(sources.data, asked.scope),
    [sources.data, asked.scope],
  );
  const isAsked = asked.query.trim() !== "";
  const result = useRetrieve(
    isAsked && isScopeKnown
      ? {
          query: asked.query.trim(),
          top_k: asked.most,
          ...(scope ? { file_ids: scope } : {}),
          ...(asked.tags.length > 0 ? { tags: [...asked.tags] } : {}),
        }
      : undefined,
  );
  const chunks = result.data?.chunks;
  const more = chunks?.length === asked.most ? moreThan(asked.most) : undefined;
  const next = nextSearch({ ...asked, scope }, typed);
  const [refused, setRefused] = useState<string>();
  const problem = whyTooLong(next) ?? refused;
  const go = (search: Search) => {
    const why = whyTooLong(search);
    setRefused(why);
    // Next.js follows the browser's history. It fetches no page for another search.
    if (!why) window.history.pushState(null, "", searchAddress(search));
  };

  if (known && !can("retrieve"))
    return <NotOffered room="Search">This service does not search passages.</NotOffered>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next.query === asked.query) void (isAsked && result.refetch());
    else go(next);
  };
  return (
    <main className="sheet searching">
      <h1 className="off">Search</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: React's types do not know the element search yet */}
      <form className="seek columns" role="search" onSubmit={submit}>
        <label className="label onlywide" htmlFor="query">
          Search
        </label>
        <input
          id="query"
          ref={field}
          className="line"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Words, or a question"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefused(undefined);
          }}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : "query-problem"}
        />
        <BusyButton
          type="submit"
          className="btn main"
          isBusy={result.isFetching}
          isIdle={typed.trim() === ""}
        >
          {result.isFetching ? "Searching" : "Search"}
        </BusyButton>
      </form>
      {problem === undefined ? null : (
        <p className="hint bad beside" id="query-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="found strip">
        <ScopeChooser
          before="In"
          sources={ready}
          scope={scope}
          onScope={(chosen) => go({ ...next, scope: chosen, tags: [] })}
          tags={asked.tags}
          onTags={(chosen) => go({ ...next, scope: undefined, tags: chosen })}
        />
        <span className="label num" role="status">
          {chunks && chunks.length > 0
            ? `${chunks.length} ${chunks.length === 1 ? "passage" : "passages"}, best first. A score compares passages of one search only.`
            : null}
        </span>
      </div>
      {isAsked && result.isPending ? <p className="wait beside">Searching</p> : null}
      {result.isError && !chunks ? (
        <div className="beside">
          <TroubleNote error={result.error} action="Search again" onAction={() => void result.refetch()} />
        </div>
      ) : null}
      {chunks?.length === 0 ? (
        <p className="beside" role="status">
          No passage matches. Try other words or a wider scope.
        </p>
      ) : null}
      {chunks && chunks.length > 0 ? (
        <ol>
          {chunks.map((chunk, index) => (
            <Passage key={index} chunk={chunk} query={asked.query} />
          ))}
        </ol>
      ) : null}
      {isAsked && chunks ? (
        <p className="search-tail strip reach">
          {more ? (
            <button type="button" className="link" onClick={() => go({ ...asked, most: more })}>
              More passages
            </button>
          ) : null}
          {can("ask") ? (
            <Link
              href={
                asked.tags.length > 0
                  ? askTagsAddress(asked.tags, asked.query)
                  : askAddress(scope ?? [], asked.query)
              }
            >
              Ask this as a question
            </Link>
          ) : null}
        </p>
      ) : null}
      {sources.data && ready?.length === 0 ? (
        <p className="beside">
          There is nothing to search yet. <Link href="/sources">Add a document</Link>.
        </p>
      ) : null}
    </main>
  );
}
