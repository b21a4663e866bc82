"use client";

import type { Draft } from "./draft.ts";

type Properties = { draft: Draft; onChange(changes: Partial<Draft>): void };

/** Which part of a repository to read. Both may be left empty. */
export function RepositorySettings({ draft, onChange }: Properties) {
  const { id, branch, folder } = draft;
  return (
    <>
      <div className="opt">
        <label className="label" htmlFor={`branch-${id}`}>
          Branch
        </label>
        <div className="set">
          <input
            className="field name"
            id={`branch-${id}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="the default one"
            value={branch}
            onChange={(event) => onChange({ branch: event.target.value })}
          />
        </div>
      </div>
      <div className="opt">
        <label className="label" htmlFor={`folder-${id}`}>
          Folder
        </label>
        <div className="set">
          <input
            className="field name"
            id={`folder-${id}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="all of it"
            value={folder}
            onChange={(event) => onChange({ folder: event.target.value })}
          />
        </div>
      </div>
    </>
  );
}
