"use client";

import type { Build, Source } from "@headwater/client";
import { Told } from "../sources/told.tsx";
import { translated } from "../sources/workbench-words.ts";
import { buildNews } from "./build-news.ts";
import { FailedPages } from "./failed-pages.tsx";
import { leftOutWords } from "./left-out.ts";

type Properties = { source: Source; build: Build | undefined; onPage: ((page: number) => void) | undefined };

/** What the reading of a source left behind: pages that failed, and what the service says about it. */
export function BuildNotes({ source, build, onPage }: Properties) {
  const news = build?.status === "Completed" ? buildNews(build.message) : "";
  const { words, original } = translated(news);
  const leftOut =
    build?.left_out && leftOutWords(build.left_out, source.file_source === "github" ? "file" : "page");
  return (
    <>
      <FailedPages source={source} build={build} onPage={onPage} />
      {leftOut ? (
        <div className="missing silent">
          <p>{leftOut.total}.</p>
          <ul className="small">
            {leftOut.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <Told original={words === "" ? undefined : (original ?? words)} />
        </div>
      ) : words ? (
        <div className="missing silent">
          <p className="small">{words}</p>
          <Told original={original} />
        </div>
      ) : null}
    </>
  );
}
