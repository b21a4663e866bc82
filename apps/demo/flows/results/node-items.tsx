"use client";

import { useNodeResults } from "@headwater/react-hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Tabs } from "../../shell/tabs.tsx";
import { TroubleNote } from "../../shell/trouble-note.tsx";
import { useDraftState } from "../draft/draft-context.ts";
import type { GraphNode } from "../graph/graph.ts";
import { counted } from "../graph/node-summary.ts";
import { Paging } from "../runs/runs-page.tsx";
import { HitList } from "../simulate/hit-list.tsx";
import { hitOfNode } from "../simulate/hits.ts";
import { ChunksOnText } from "./chunks-on-text.tsx";
import { FileChoice } from "./file-choice.tsx";

const pageSize = 20;

/** What a node gave in the latest simulation: a list, and for chunks also their own text with its boundaries. */
export function NodeItems({ node }: { node: GraphNode }) {
  const name = useDraftState(({ saved }) => saved.name);
  const [page, setPage] = useState(1);
  const [view, setView] = useState<"text" | "list">("text");
  const [fileId, setFileId] = useState<string>();
  const results = useNodeResults(
    name,
    { node_id: node.id, page, page_size: pageSize, ...(fileId && { file_id: fileId }) },
    { placeholderData: keepPreviousData },
  );
  const { data } = results;
  const isChunking = node.type === "chunking";
  return (
    <>
      <div className="bar strip workbar">
        {isChunking ? (
          <Tabs
            label="How chunks are shown"
            tabs={[
              { value: "text", label: "On the text" },
              { value: "list", label: "As a list" },
            ]}
            value={view}
            onChange={setView}
            controls="node-items"
          />
        ) : (
          <h2 className="h2">Results</h2>
        )}
        <span className="sp" />
        {data?.files && data.files.length > 1 ? (
          <FileChoice
            files={data.files}
            value={fileId}
            onChange={(chosen) => {
              setFileId(chosen);
              setPage(1);
            }}
          />
        ) : null}
        {data && data.total > 0 ? (
          <span className="faint num">{counted(data.total, "item", "items")}</span>
        ) : null}
        {data && data.total_pages > 1 ? (
          <Paging page={page} pages={data.total_pages} onPage={setPage} what="results" />
        ) : null}
      </div>
      <div id="node-items">
        {results.isPending ? <p className="wait">Reading the results</p> : null}
        {results.isError ? <TroubleNote error={results.error} /> : null}
        {data?.total === 0 ? (
          <p className="hint">
            {data.success ? "There is nothing from the latest simulation yet." : data.message}
          </p>
        ) : null}
        {data && data.total > 0 ? (
          isChunking && view === "text" ? (
            <ChunksOnText items={data.items} />
          ) : (
            <HitList hits={data.items.map(hitOfNode)} />
          )
        ) : null}
      </div>
    </>
  );
}
