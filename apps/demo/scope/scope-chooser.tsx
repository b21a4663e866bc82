"use client";

import type { Source } from "@headwater/client";
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { presentScope } from "./present-scope.ts";
import { scopeName, scopeWords, toggled } from "./ready-sources.ts";

type Properties = {
  /** The sources to choose from. Undefined while they are loading. */
  sources: readonly Source[] | undefined;
  /** File ids. Undefined means all sources. */
  scope: readonly string[] | undefined;
  onScope(scope: readonly string[] | undefined): void;
  label?: string;
  /** Spoken before the scope: "In all 7 sources". */
  before?: string;
  labelledBy?: string;
  className?: string;
};

/** Minimum number of sources for which the list has a search field. */
const manySources = 8;

/** Shows which sources are in the scope, and opens a list to tick them. */
export function ScopeChooser({
  sources,
  scope,
  onScope,
  label = "Sources in scope",
  before,
  labelledBy,
  className = "",
}: Properties) {
  const [isOpen, setOpen] = useState(false);
  const [roomAbove, setRoomAbove] = useState(0);
  const [wanted, setWanted] = useState("");
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
  const present = presentScope(scope, sources);
  const name = scopeName(sources, present);
  const told = scopeWords(sources, present);
  const words = before ? `${before} ${told}` : told;
  const shown = sources?.filter(({ file_name }) =>
    file_name.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const tickOnlyMatch = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || shown?.length !== 1) return;
    const [only] = shown;
    if (only && !present?.includes(only.file_id)) onScope(toggled(present, only.file_id));
  };

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
        <span id={`${id}-words`}>
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll within a height
        <div
          className="scope-list"
          id={id}
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
          <label className="check">
            <input type="checkbox" checked={present === undefined} onChange={() => onScope(undefined)} />
            All sources
          </label>
          {shown?.map(({ file_id, file_name }) => (
            <label className="check" key={file_id}>
              <input
                type="checkbox"
                checked={present?.includes(file_id) ?? false}
                onChange={() => onScope(toggled(present, file_id))}
              />
              <bdi className="serif">{file_name}</bdi>
            </label>
          ))}
          {sources?.length === 0 ? <p className="hint">No source is ready yet.</p> : null}
          {sources && sources.length > 0 && shown?.length === 0 ? (
            <p className="hint">No source is called that.</p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
