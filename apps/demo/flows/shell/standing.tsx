"use client";

import { useRevisions } from "@headwater/react-hooks";
import { Link } from "../../shell/link.tsx";
import { compareAddress } from "../addresses.ts";
import { useSavedDiff } from "../compare/use-saved-diff.ts";
import { useDraftState } from "../draft/draft-context.ts";
import { counted } from "../graph/node-summary.ts";
import { changedNodes } from "../revisions/changed-nodes.ts";

/** What is deployed, and in how many nodes the saved draft differs from it. */
export function Standing() {
  const { name, status, revision_id: deployed } = useDraftState(({ saved }) => saved);
  const revisions = useRevisions(name);
  const difference = useSavedDiff(deployed ?? undefined, "draft");
  if (status === "Failed") return <span className="st fail">The last deployment failed</span>;
  if (deployed === null)
    return status === "New" ? (
      <span className="st">Never deployed</span>
    ) : (
      <span className="st down">Not deployed</span>
    );
  const number = revisions.data?.revisions.find(({ revision_id }) => revision_id === deployed)?.number;
  const differing = difference.data ? changedNodes(difference.data.changes).size : 0;
  return (
    <>
      <span className="st ready">{number ? `Revision ${number} is deployed` : "Deployed"}</span>
      {differing > 0 ? (
        <Link className="st stale" href={compareAddress(name, deployed, "draft")} prefetch={false}>
          The draft differs in {counted(differing, "node", "nodes")}
        </Link>
      ) : null}
    </>
  );
}
