"use client";

import type { Build, Source } from "@headwater/client";
import { useRef, useState } from "react";
import { ReadAgain } from "../sources/read-again.tsx";
import { capitalised, counted } from "../sources/sizes.ts";
import { unreadPages } from "./unread-pages.ts";

type Properties = { source: Source; build: Build | undefined; onPage: ((page: number) => void) | undefined };

/** More pages than this are not listed one by one. */
const maxListed = 40;

/** What the reading of a source left behind: pages that failed, and what the service says about it. */
export function BuildNotes({ source, build, onPage }: Properties) {
  const [isAsked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const failed = build?.failed_pages ?? [];
  const message = build?.status === "Completed" ? newsIn(build.message) : "";
  if (failed.length === 0 && !message) return null;
  const others = (build?.total_pages ?? source.total_pages ?? 0) - failed.length;
  const close = () => {
    setAsked(false);
    opener.current?.focus();
  };
  return (
    <>
      {failed.length > 0 ? (
        <div className="missing bad-edge">
          <p>
            <b>{capitalised(unreadPages(failed))}.</b>{" "}
            {others > 0 ? `The other ${counted(others, "page")} ${others === 1 ? "is" : "are"} ready.` : null}
          </p>
          {onPage && failed.length > 1 ? (
            <p className="each num">
              {failed.slice(0, maxListed).map((page) => (
                <button key={page} type="button" className="link" onClick={() => onPage(page)}>
                  Page {page}
                </button>
              ))}
              {failed.length > maxListed ? <span>and {failed.length - maxListed} more</span> : null}
            </p>
          ) : null}
          <button
            type="button"
            className="btn"
            ref={opener}
            aria-expanded={isAsked}
            onClick={() => setAsked(!isAsked)}
          >
            Read all pages again
          </button>
          {isAsked ? <ReadAgain source={source} onClose={close} /> : null}
        </div>
      ) : null}
      {message ? (
        <div className="missing">
          <p className="small">{/[.!?]$/.test(message) ? message : `${message}.`}</p>
        </div>
      ) : null}
    </>
  );
}

/** What the service says about a completed build, unless it only says that it is completed. */
function newsIn(message: string | null | undefined): string {
  const text = (message ?? "").trim();
  return /^source processed successfully\.?$/i.test(text) ? "" : text;
}
