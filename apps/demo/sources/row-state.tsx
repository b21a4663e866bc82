"use client";

import type { Source } from "@headwater/client";
import { useReprocess } from "@headwater/react-hooks";
import type { ReactNode } from "react";
import { pagesInWords } from "../document/unread-pages.ts";
import { BusyButton } from "../shell/busy-button.tsx";
import { troubleOf } from "../shell/trouble.ts";
import { nameOfSource } from "./kinds.ts";
import type { RowQuestion } from "./row-actions.tsx";
import type { State } from "./state.ts";
import { StatusLabel } from "./status-label.tsx";
import { Told } from "./told.tsx";

type Properties = {
  source: Source;
  state: State;
  original: Source | undefined;
  onShow(source: Source): void;
  onAsk(question: RowQuestion): void;
  notDeleted: Error | undefined;
  children: ReactNode;
};

/** The state of a source in its column, with what is wrong and the way out of it. */
export function RowState({ source, state, original, onShow, onAsk, notDeleted, children }: Properties) {
  const reprocess = useReprocess();
  const failedPages = state.shape === "ready" ? (source.failed_pages ?? []) : [];
  const isPart = failedPages.length > 0;
  const trouble = reprocess.error ? troubleOf(reprocess.error) : undefined;
  return (
    <div className="stat">
      {isPart ? (
        <StatusLabel shape="part" words={`Ready, without ${pagesInWords(failedPages)}`} />
      ) : (
        <StatusLabel {...state} />
      )}
      {children}
      {state.why ? <p className="why">{state.why}</p> : null}
      <Told original={state.told} />
      {original ? (
        <p className="why">
          The same file as <bdi>{nameOfSource(original)}</bdi>. It was read once, and answers cite it once.
        </p>
      ) : null}
      {state.shape === "fail" || isPart || original ? (
        <div className="way cluster">
          {state.shape === "fail" ? <Way onPress={() => onAsk("read-again")}>Read again</Way> : null}
          {isPart ? (
            <Way
              isBusy={reprocess.isPending}
              onPress={() => reprocess.mutate({ file_id: source.file_id, only_failed: true })}
            >
              {reprocess.isPending
                ? "Starting"
                : failedPages.length === 1
                  ? "Read this page again"
                  : "Read these pages again"}
            </Way>
          ) : null}
          {original ? (
            <>
              <Way onPress={() => onShow(original)}>Show the other</Way>
              <Way onPress={() => onAsk("delete")}>Keep one</Way>
            </>
          ) : null}
        </div>
      ) : null}
      {trouble ? (
        <p className="why" role="alert">
          <span className="bad">Not started.</span> {trouble.what} {trouble.help}
        </p>
      ) : null}
      {notDeleted ? <NotDeleted error={notDeleted} /> : null}
    </div>
  );
}

type WayProperties = { onPress(): void; isBusy?: boolean; children: string };

const Way = ({ onPress, isBusy = false, children }: WayProperties) => (
  <BusyButton className="link" tabIndex={-1} isBusy={isBusy} onClick={onPress}>
    {children}
  </BusyButton>
);

function NotDeleted({ error }: { error: Error }) {
  const { what, help } = troubleOf(error);
  return (
    <p className="why" role="alert">
      <span className="bad">Not deleted.</span> {what} {help}
    </p>
  );
}
