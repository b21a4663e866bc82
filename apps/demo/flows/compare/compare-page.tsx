"use client";

import { useDocuments } from "@headwater/react-hooks";
import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { CopyButton } from "../../shell/copy-button.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { compareAddress } from "../addresses.ts";
import { compare, getRevision, listRevisions } from "../calls/flow-calls.ts";
import { flowKeys } from "../calls/flow-keys.ts";
import { useDraftState } from "../draft/draft-context.ts";
import type { Graph } from "../graph/graph.ts";
import { FlowHead } from "../shell/flow-head.tsx";
import { timeWords } from "../time-words.ts";
import { Faces } from "./faces.tsx";
import { gist } from "./gist.ts";

/** Two states of a flow side by side: revisions, or a revision and the draft. */
export function ComparePage() {
  const saved = useDraftState((state) => state.saved);
  const flow = useDocuments().flow(saved.name);
  const router = useRouter();
  const asked = useSearchParams();
  const revisions = useQuery({
    queryKey: flowKeys.revisions(flow),
    queryFn: ({ signal }) => listRevisions(flow, signal),
    retry: false,
  });
  const list = revisions.data?.revisions ?? [];
  const from = asked.get("from") ?? saved.revision_id ?? list[0]?.revision_id;
  const to = asked.get("to") ?? "draft";
  const difference = useQuery({
    queryKey: flowKeys.difference(flow, from ?? "", to, saved.version),
    queryFn: ({ signal }) => compare(flow, from ?? "", to, signal),
    enabled: from !== undefined,
    retry: false,
  });
  const left = useGraphOf(from);
  const right = useGraphOf(to);
  const nameOf = (side: string) =>
    side === "draft"
      ? "The draft"
      : `Revision ${list.find(({ revision_id }) => revision_id === side)?.number ?? ""}`.trim();
  const show = (from: string, to: string) => router.replace(compareAddress(saved.name, from, to));

  return (
    <main>
      <FlowHead page="compare" />
      <div className="sheet below-tabs">
        {revisions.data && list.length === 0 ? (
          <p className="lead">Nothing was deployed yet, so there is nothing to compare the draft with.</p>
        ) : null}
        {revisions.isError ? <TroubleNote error={revisions.error} /> : null}
        {from === undefined ? null : (
          <>
            {difference.data && left && right ? (
              <p className="gist num">{gist(difference.data.changes, nameOf(from), nameOf(to))}</p>
            ) : null}
            <div className="vs">
              <Side label="Left" value={from} onValue={(side) => show(side, to)} list={list} />
              <span className="faint onlywide">and</span>
              <Side label="Right" value={to} onValue={(side) => show(from, side)} list={list} />
              <button type="button" className="btn bare" onClick={() => show(to, from)}>
                Swap
              </button>
              {difference.data ? <CopyButton text={difference.data.text} label="Copy as text" /> : null}
            </div>
            {difference.isPending ? <p className="wait">Comparing</p> : null}
            {difference.isError ? <TroubleNote error={difference.error} /> : null}
            {difference.data && left && right ? (
              <Faces
                changes={difference.data.changes}
                left={left}
                right={right}
                names={[nameOf(from), nameOf(to)]}
              />
            ) : null}
          </>
        )}
      </div>
    </main>
  );
}

/** The graph of a side; undefined while it loads. */
function useGraphOf(side: string | undefined): Graph | undefined {
  const saved = useDraftState((state) => state.saved);
  const flow = useDocuments().flow(saved.name);
  const revision = useQuery({
    queryKey: [...flowKeys.revisions(flow), side ?? ""],
    queryFn: ({ signal }) => getRevision(flow, side ?? "", signal),
    enabled: side !== undefined && side !== "draft",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return side === "draft" ? saved.graph : revision.data;
}

type SideProperties = {
  label: string;
  value: string;
  onValue(value: string): void;
  list: readonly { revision_id: string; number: number; created_at: string; deployed: boolean }[];
};

function Side({ label, value, onValue, list }: SideProperties) {
  return (
    <select
      className="field"
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    >
      <option value="draft">The draft, as saved</option>
      {list.map(({ revision_id, number, created_at, deployed }) => (
        <option key={revision_id} value={revision_id}>
          Revision {number}, {deployed ? "deployed, " : ""}made {timeWords(created_at)}
        </option>
      ))}
    </select>
  );
}
