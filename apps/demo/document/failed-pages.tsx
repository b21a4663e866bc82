"use client";

import type { Build, Source } from "@headwater/client";
import { BuildProgress, type UseBuildResult, useBuild, useReprocess } from "@headwater/react-hooks";
import { useRef, useState } from "react";
import { troubleOf } from "../shell/trouble.ts";
import { capitalised, counted } from "../sources/sizes.ts";
import { stateOfSource } from "../sources/state.ts";
import { StatusLabel } from "../sources/status-label.tsx";
import { translated } from "../sources/workbench-words.ts";
import { pagesInWords, unreadPages } from "./unread-pages.ts";

type Properties = { source: Source; build: Build | undefined; onPage: ((page: number) => void) | undefined };

/** More pages than this are not listed one by one. */
const maxListed = 40;

/** Pages that could not be read, reading them again, and what came of it. */
export function FailedPages({ source, build, onPage }: Properties) {
  // The pages that are read again. The source's build is then the new one, which knows no failures until it ends.
  const [asked, setAsked] = useState<readonly number[]>([]);
  const place = useRef<HTMLElement>(null);
  const reprocess = useReprocess();
  const { data: again, stopped } = useBuild(reprocess.data?.build_id);
  const isOver = stopped === "ready" || stopped === "partial" || stopped === "settled";
  const isReading = asked.length > 0 && !reprocess.isError && stopped === undefined;
  const latest = isOver ? again : build;
  const failed = isReading ? asked : (latest?.failed_pages ?? []);
  const whyNot = reprocess.error ? troubleOf(reprocess.error).help : whyStopped(stopped, again);
  const kept = failed.length === 0 && whyNot ? asked : failed;

  const start = () => {
    setAsked(kept);
    // The button goes away: what is said in its place takes the focus.
    place.current?.focus();
    reprocess.mutate({
      file_id: source.file_id,
      only_failed: true,
      ...(source.method ? { method: source.method } : {}),
    });
  };
  const others = (latest?.total_pages ?? source.total_pages ?? 0) - kept.length;
  if (!isReading && kept.length === 0 && asked.length === 0) return null;
  const isBad = !isReading && kept.length > 0;
  return (
    <section
      className={isBad ? "missing silent trouble" : "missing silent"}
      ref={place}
      tabIndex={-1}
      aria-label="Pages that could not be read"
    >
      {isReading ? (
        <ReadingAgain source={source} pages={asked} build={again} />
      ) : isBad ? (
        <>
          <p role={asked.length > 0 ? "status" : undefined}>
            <b>
              {capitalised(unreadPages(kept))}
              {asked.length > 0 ? " this time either" : ""}.
            </b>{" "}
            {whyNot ? `${translated(whyNot).words} ` : null}
            {others > 0 ? `The other ${counted(others, "page")} ${others === 1 ? "is" : "are"} ready.` : null}
          </p>
          {onPage && kept.length > 1 ? (
            <p className="each cluster num">
              {kept.slice(0, maxListed).map((page) => (
                <button key={page} type="button" className="link" onClick={() => onPage(page)}>
                  Page {page}
                </button>
              ))}
              {kept.length > maxListed ? <span>and {kept.length - maxListed} more</span> : null}
            </p>
          ) : null}
          <button type="button" className="btn" onClick={start}>
            {kept.length === 1 ? "Read this again" : "Read these again"}
          </button>
        </>
      ) : (
        <p role="status">{capitalised(pagesInWords(asked))} could be read now.</p>
      )}
    </section>
  );
}

/** Why it is not known that the pages were read again. */
function whyStopped(stopped: UseBuildResult["stopped"], build: Build | undefined): string | undefined {
  if (stopped === "failed") return build?.error ?? "The service gave no reason.";
  const isLost = stopped === "deadline" || stopped === "not_found" || stopped === "error";
  return isLost ? "The service did not say what became of it. Load this page again to see." : undefined;
}

type ReadingProperties = { source: Source; pages: readonly number[]; build: Build | undefined };

function ReadingAgain({ source, pages, build }: ReadingProperties) {
  const known = build === undefined || build.status === "not_found" ? undefined : build;
  const state = stateOfSource({ status: "New", error: source.error ?? null }, known);
  return (
    <>
      <p role="status">{`Reading ${pagesInWords(pages)} again. The others stay as they are.`}</p>
      <p className="small">
        <StatusLabel {...state} />
      </p>
      {known && state.fraction !== undefined ? (
        <BuildProgress build={known} className="thread">
          {() => <span style={{ width: `${100 * (state.fraction ?? 0)}%` }} />}
        </BuildProgress>
      ) : null}
    </>
  );
}
