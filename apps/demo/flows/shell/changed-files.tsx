"use client";

import { useDraftState } from "../draft/draft-context.ts";

/** Files shown by name; the rest are counted. */
const maxShown = 5;

/** Says which files of the deployed revision are gone, replaced or new, and offers to deploy again where the page can. */
export function ChangedFiles({ onDeploy }: { onDeploy: (() => void) | undefined }) {
  const changes = useDraftState(({ saved }) => saved.file_changes) ?? [];
  if (changes.length === 0) return null;
  const more = changes.length - maxShown;
  return (
    <div className="save-note cluster" role="status">
      <ul className="silent">
        {changes.slice(0, maxShown).map(({ node_id, name, message }) => (
          <li key={`${node_id} ${name}`}>{message}</li>
        ))}
        {more > 0 ? <li>So it is with {more} more names.</li> : null}
      </ul>
      {onDeploy ? (
        <div className="doings cluster">
          <button type="button" className="btn" onClick={onDeploy}>
            Deploy again
          </button>
        </div>
      ) : null}
    </div>
  );
}
