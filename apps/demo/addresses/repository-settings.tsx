"use client";

import type { Draft } from "./draft.ts";

type Properties = { draft: Draft; onChange(changes: Partial<Draft>): void };

/** Which part of a repository to read. Both may be left empty. */
export function RepositorySettings({ draft, onChange }: Properties) {
  const option = (field: "branch" | "folder", label: string, placeholder: string) => (
    <div className="opt columns">
      <label className="label" htmlFor={`${field}-${draft.id}`}>
        {label}
      </label>
      <div className="set cluster">
        <input
          className="field name"
          id={`${field}-${draft.id}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      </div>
    </div>
  );
  return (
    <>
      {option("branch", "Branch", "the default one")}
      {option("folder", "Folder", "all of it")}
    </>
  );
}
