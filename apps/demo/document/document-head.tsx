"use client";

import type { Build, Source } from "@headwater/client";
import { useSourceContentUrl } from "@headwater/react-hooks";
import { useRef, useState } from "react";
import { RecordingFacts } from "../recording/recording-facts.tsx";
import { recordingKind } from "../recording/recording-of.ts";
import { WorkbookFacts } from "../sheet/workbook-facts.tsx";
import { useAbilities } from "../shell/abilities.ts";
import { askAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { Duplicate } from "../sources/duplicate.tsx";
import { nameOfSource } from "../sources/kinds.ts";
import { ReadAgain } from "../sources/read-again.tsx";
import { counted } from "../sources/sizes.ts";
import { stateOfSource } from "../sources/state.ts";
import { StatusLabel } from "../sources/status-label.tsx";
import { pageNoun } from "./page-reading.ts";
import { isLaidOut } from "./pictured.ts";
import { unreadPages } from "./unread-pages.ts";
import { usePageSummary } from "./use-page-summary.ts";

export function DocumentHead({ source, build }: { source: Source; build: Build | undefined }) {
  const { can } = useAbilities();
  const [isAsked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsked(false);
    opener.current?.focus();
  };
  const state = stateOfSource(source, build);
  const { total_pages: pages, method } = source;
  // A list of values has no pages. What a word processor counts as pages are its sections, unless it lays them out here.
  const isText = isLaidOut(source) && !can("office-screenshots");
  const isNamed = !/^[ct]sv$/i.test(source.file_type) && !isLaidOut(source);
  const noun = isNamed ? pageNoun(source).toLowerCase() : isText && (pages ?? 1) > 1 ? "section" : "";
  const isRecording = recordingKind(source) !== undefined;
  const isSheets = /^xlsx?$/i.test(source.file_type) && state.shape === "ready";
  const summary = usePageSummary(source, build);
  const contentUrl = useSourceContentUrl(source.file_id);
  return (
    <div className="dochead columns">
      <div>
        <p className="label reach">
          <Link href="/sources">Sources</Link>
        </p>
        <h1 className="heading">
          <bdi>{nameOfSource(source)}</bdi>
        </h1>
        <p className="facts cluster num">
          {isRecording ? <RecordingFacts source={source} /> : null}
          {isSheets ? <WorkbookFacts source={source} /> : null}
          {summary ? (
            <span>{summary}</span>
          ) : pages && noun !== "" && !isRecording && !isSheets ? (
            <span>{`${counted(pages, noun)}${isText ? ", no pages" : ""}`}</span>
          ) : null}
          {build?.total_partitions && !isRecording && !isSheets ? (
            <span>{counted(build.total_partitions, "element")}</span>
          ) : null}
          {method ? <span>read with {method}</span> : null}
          {state.shape === "ready" ? null : <StatusLabel {...state} />}
          {build?.failed_pages?.length && !summary ? (
            <span className="bad">{unreadPages(build.failed_pages)}</span>
          ) : null}
          {source.duplicate_of ? <Duplicate of={source.duplicate_of} /> : null}
          <span className="mono">{source.file_id}</span>
        </p>
      </div>
      <div className="doings cluster">
        {source.file_source === "local file" ? (
          <a className="btn" href={contentUrl} download={nameOfSource(source)}>
            Download
          </a>
        ) : null}
        <button
          type="button"
          className="btn"
          ref={opener}
          aria-expanded={isAsked}
          onClick={() => setAsked(!isAsked)}
        >
          Read again
        </button>
        {can("ask") && state.shape === "ready" ? (
          <Link className="btn main" href={askAddress([source.file_id])}>
            Ask this source
          </Link>
        ) : null}
      </div>
      {isAsked ? <ReadAgain source={source} onClose={close} /> : null}
    </div>
  );
}
