"use client";

import type { Source } from "@headwater/client";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { scopeWords, toggled } from "./ready-sources.ts";

type Properties = {
  /** Those to choose from; undefined while they are being read. */
  sources: readonly Source[] | undefined;
  /** File ids; undefined means all. */
  scope: readonly string[] | undefined;
  onScope(scope: readonly string[] | undefined): void;
  label?: string;
  /** Said before the scope: "In all 7 sources". */
  before?: string;
  labelledBy?: string;
  className?: string;
};

/** From here on a list wants a field to search it. */
const manySources = 8;

/** A field that says which sources are in scope, and opens a list to tick them in. */
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
  const words = [before, scopeWords(sources, scope)].filter(Boolean).join(" ");
  const shown = sources?.filter(({ file_name }) =>
    file_name.toLowerCase().includes(wanted.trim().toLowerCase()),
  );

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
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}-words`}>{words.charAt(0).toUpperCase() + words.slice(1)}</span>
      </button>
      {isOpen ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll within a height
        <div className="scope-list" id={id} role="group" aria-label={label}>
          {sources && sources.length > manySources ? (
            <input
              className="field"
              type="search"
              aria-label="Find a source"
              placeholder="Find a source"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          ) : null}
          <label className="check">
            <input type="checkbox" checked={scope === undefined} onChange={() => onScope(undefined)} />
            All sources
          </label>
          {shown?.map(({ file_id, file_name }) => (
            <label className="check" key={file_id}>
              <input
                type="checkbox"
                checked={scope?.includes(file_id) ?? false}
                onChange={() => onScope(toggled(scope, file_id))}
              />
              <span className="serif">{file_name}</span>
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
