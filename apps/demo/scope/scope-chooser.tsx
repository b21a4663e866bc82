"use client";

import type { Source } from "@headwater/client";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { presentScope } from "./present-scope.ts";
import { idsTagged, scopeName, scopeWords } from "./ready-sources.ts";
import { ScopeList } from "./scope-list.tsx";
import { tagScopeWords } from "./tag-scope.ts";

type Properties = {
  /** The sources to choose from. Undefined while they are loading. */
  sources: readonly Source[] | undefined;
  /** File ids. Undefined means all sources. */
  scope: readonly string[] | undefined;
  onScope(scope: readonly string[] | undefined): void;
  /** In place of the ids: the sources that have at least one of these tags. */
  tags?: readonly string[];
  /** Where it is given, a tag that is ticked is chosen itself, not the sources that have it now. */
  onTags?(tags: readonly string[]): void;
  label?: string;
  /** Spoken before the scope: "In all 7 sources". */
  before?: string;
  labelledBy?: string;
  className?: string;
};

const noTags: readonly string[] = [];

/** Shows which sources are in the scope, and opens a list to tick them. */
export function ScopeChooser({
  sources,
  scope,
  onScope,
  tags = noTags,
  onTags,
  label = "Sources in scope",
  before,
  labelledBy,
  className = "",
}: Properties) {
  const [isOpen, setOpen] = useState(false);
  const [roomAbove, setRoomAbove] = useState(0);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  // Every source in the scope is visible in the list and can be unticked there.
  const tagged = useMemo(
    () => (tags.length > 0 ? idsTagged(sources ?? [], tags) : undefined),
    [sources, tags],
  );
  const present = tagged ?? presentScope(scope, sources);
  const name = tagged ? undefined : scopeName(sources, present);
  const told = tagged ? tagScopeWords(tags, sources && tagged.length) : scopeWords(sources, present);
  const words = before ? `${before} ${told}` : told;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the Escape of the controls within
    <div className={`scope ${className}`} ref={whole} onKeyDown={closeOnEscape}>
      <button
        type="button"
        className="field scope-field"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-labelledby={labelledBy ? `${labelledBy} ${id}-words` : undefined}
        aria-label={labelledBy ? undefined : `${label}: ${words}`}
        title={words}
        onClick={(event) => {
          setRoomAbove(event.currentTarget.getBoundingClientRect().top);
          setOpen(!isOpen);
        }}
      >
        <span className="clip" id={`${id}-words`}>
          {name === undefined ? (
            words.charAt(0).toUpperCase() + words.slice(1)
          ) : (
            <>
              {before ? `${before} ` : null}
              <bdi>{name}</bdi>
            </>
          )}
        </span>
      </button>
      {isOpen ? (
        <ScopeList
          id={id}
          label={label}
          roomAbove={roomAbove}
          sources={sources}
          scope={present}
          onScope={onScope}
          tags={tags}
          onTags={onTags}
        />
      ) : null}
    </div>
  );
}
