"use client";

import { type ReactNode, useState } from "react";
import { BusyButton } from "../../shell/busy-button.tsx";
import { Link } from "../../shell/link.tsx";
import { type FlowPage, flowAddress, flowPages } from "../addresses.ts";
import { useDraftState } from "../draft/draft-context.ts";
import { useTrying } from "../simulate/trying.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { DeployQuestion } from "./deploy-question.tsx";
import { ExportButton } from "./export-button.tsx";
import { SaveNote } from "./save-note.tsx";
import { Standing } from "./standing.tsx";

/** Name, address and state of a flow, what can be done with all of it, and its pages. @param doings instead of Run and Deploy */
export function FlowHead({ page, doings }: { page: FlowPage; doings?: ReactNode }) {
  const saved = useDraftState(({ saved }) => saved);
  const trying = useTrying();
  const [isDeploying, setDeploying] = useState(false);
  const why =
    saved.revision_id === null
      ? "Nothing is deployed yet"
      : trying.query.trim() === ""
        ? "Write a question first"
        : undefined;
  return (
    <>
      <div className="dochead columns fhead">
        <div>
          <p className="label crumb cluster">
            <Link href="/flows">Flows</Link>
          </p>
          <h1 className="heading">{saved.name}</h1>
          <p className="facts cluster num">
            {saved.url ? <span className="mono">{saved.url.replace(/^https?:\/\//, "")}</span> : null}
            <Standing />
          </p>
        </div>
        <div className="doings cluster">
          {doings ?? (
            <>
              <ExportButton />
              <BusyButton
                className="btn"
                isBusy={trying.busy === "run"}
                isIdle={why !== undefined || trying.busy === "simulation"}
                title={why}
                onClick={() => void trying.run()}
              >
                Run
              </BusyButton>
              <button
                type="button"
                className="btn main"
                aria-expanded={isDeploying}
                onClick={() => setDeploying(!isDeploying)}
              >
                Deploy
              </button>
            </>
          )}
        </div>
        {isDeploying ? null : <ChangedFiles onDeploy={doings ? undefined : () => setDeploying(true)} />}
        {isDeploying ? <DeployQuestion onClose={() => setDeploying(false)} /> : null}
        <SaveNote />
      </div>
      <nav className="tabs ftabs" aria-label={saved.name}>
        {flowPages.map((each) => (
          <Link
            key={each.page}
            href={flowAddress(saved.name, each.page)}
            aria-current={each.page === page ? "page" : undefined}
            prefetch={false}
          >
            {each.name}
          </Link>
        ))}
      </nav>
    </>
  );
}
