"use client";

import type { Source } from "@headwater/client";
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { tagCounts } from "../sources/sieve.ts";
import { holdsAll, idsTagged, readySources, toggled, toggledAll } from "./ready-sources.ts";
import { ScopeRows } from "./scope-rows.tsx";
import { toggledTag } from "./tag-scope.ts";

type Properties = {
  id: string;
  label: string;
  /** Px between the upper edge of the window and the field. */
  roomAbove: number;
  sources: readonly Source[] | undefined;
  /** File ids that are there. Undefined means all sources. */
  scope: readonly string[] | undefined;
  onScope(scope: readonly string[] | undefined): void;
  /** The tags that the scope was chosen by. Empty: it was not. */
  tags: readonly string[];
  /** Left out where a scope is always a list of sources. */
  onTags: ((tags: readonly string[]) => void) | undefined;
};

/** Minimum number of sources for which the list has a search field. */
const manySources = 8;

/** The open list: a field to find a source, all, tags, and each source. */
export function ScopeList({ id, label, roomAbove, sources, scope, onScope, tags, onTags }: Properties) {
  const [wanted, setWanted] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const find = wanted.trim().toLowerCase();
  const shown = useMemo(
    () => sources?.filter(({ file_name }) => file_name.toLowerCase().includes(find)),
    [sources, find],
  );
  const collections = useMemo(
    () =>
      tagCounts(readySources(sources ?? [])).tags.map(
        ([tag]) => [tag, idsTagged(sources ?? [], [tag])] as const,
      ),
    [sources],
  );
  // While a name is looked for, only the names that hold it.
  const shownTags = find === "" ? collections : [];
  const toggleTag = (tag: string, ids: readonly string[]) => {
    const next = onTags && toggledTag(scope, tags, tag);
    if (next) onTags(next);
    else onScope(toggledAll(scope, ids));
  };
  const tickOnlyMatch = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || shown?.length !== 1) return;
    const [only] = shown;
    if (only && !scope?.includes(only.file_id)) onScope(toggled(scope, only.file_id));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll within a height
    <div
      className="scope-list"
      id={id}
      ref={list}
      role="group"
      aria-label={label}
      style={{ "--room-above": `${roomAbove}px` } as CSSProperties}
      // Pressing a name focuses its container. That must be the list, or the list closes before the name is ticked.
      tabIndex={-1}
      onKeyDown={(event) => {
        // The list is inside a form, which would be submitted.
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      {sources && sources.length > manySources ? (
        <input
          className="field"
          type="search"
          aria-label="Find a source"
          placeholder="Find a source"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={tickOnlyMatch}
        />
      ) : null}
      <label className="check strip">
        <input type="checkbox" checked={scope === undefined} onChange={() => onScope(undefined)} />
        All sources
      </label>
      {shownTags.map(([tag, ids]) => (
        <label className="check strip" key={`tag ${tag}`}>
          <input
            type="checkbox"
            checked={tags.length > 0 ? tags.includes(tag) : holdsAll(scope, ids)}
            onChange={() => toggleTag(tag, ids)}
          />
          <span>
            Tag <bdi>{tag}</bdi>,{" "}
            {ids.length === 1 ? "1 source" : `${ids.length.toLocaleString("en")} sources`}
          </span>
        </label>
      ))}
      {shown && shown.length > 0 ? (
        <ScopeRows
          scroller={list}
          sources={shown}
          scope={scope}
          onToggle={(fileId) => onScope(toggled(scope, fileId))}
        />
      ) : null}
      {sources?.length === 0 ? <p className="hint">No source is ready yet.</p> : null}
      {sources && sources.length > 0 && shown?.length === 0 ? (
        <p className="hint">No source is called that.</p>
      ) : null}
    </div>
  );
}
