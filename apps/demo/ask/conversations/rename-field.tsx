"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

const maxTitleLength = 200;

type Properties = { title: string; onRename(title: string): void; onClose(): void };

/** The name of a conversation, changed in its place. */
export function RenameField({ title, onRename, onClose }: Properties) {
  const [name, setName] = useState(title.slice(0, maxTitleLength));
  const field = useRef<HTMLInputElement>(null);
  // The button that opened the field has disappeared.
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") onRename(name.trim());
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form className="name2" onSubmit={submit} onKeyDown={leave}>
      <input
        className="field"
        aria-label="New name"
        ref={field}
        dir="auto"
        maxLength={maxTitleLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <span className="acts2 strip reach">
        <button type="submit" className="link">
          Rename
        </button>
        <button type="button" className="link" onClick={onClose}>
          Leave as it was
        </button>
      </span>
    </form>
  );
}
