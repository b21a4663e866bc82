"use client";

import { isApiError } from "@headwater/client";
import { flowOptions, useDocuments } from "@headwater/react-hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "../../shell/link.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { createDraft } from "../draft/draft.ts";
import { DraftContext } from "../draft/draft-context.ts";
import { SavingProvider } from "../draft/saving.tsx";
import { type FlowDetail, flowDetail } from "../graph/flow-detail.ts";
import { TryingProvider } from "../simulate/trying.tsx";

/** Milliseconds between two looks at a flow of which a node is at work. */
const lookAgainMs = 1_500;

/** Opens a flow for all its pages: edits and the last question stay while one goes from page to page. */
export function FlowShell({ name, children }: { name: string; children: ReactNode }) {
  const flow = useDocuments().flow(name);
  const detail = useQuery({
    ...flowOptions(flow),
    select: flowDetail,
    refetchInterval: ({ state }) => (state.data && isAtWork(flowDetail(state.data)) ? lookAgainMs : false),
  });
  if (detail.data) return <OpenFlow detail={detail.data}>{children}</OpenFlow>;
  return (
    <main className="sheet">
      <p className="label crumb cluster">
        <Link href="/flows">Flows</Link>
      </p>
      <h1 className="room">{name}</h1>
      {detail.isPending ? <p className="wait">Reading the flow</p> : null}
      {isApiError(detail.error, 404) ? (
        <p className="lead">There is no flow of this name.</p>
      ) : detail.isError ? (
        <TroubleNote error={detail.error} action="Try again" onAction={() => void detail.refetch()} />
      ) : null}
    </main>
  );
}

function OpenFlow({ detail, children }: { detail: FlowDetail; children: ReactNode }) {
  const [draft] = useState(() => createDraft(detail));
  useEffect(() => draft.adopt(detail), [draft, detail]);
  return (
    <DraftContext value={draft}>
      <SavingProvider>
        <TryingProvider>{children}</TryingProvider>
      </SavingProvider>
    </DraftContext>
  );
}

const isAtWork = ({ graph }: FlowDetail) => graph.nodes.some(({ data }) => data.result?.processing);
