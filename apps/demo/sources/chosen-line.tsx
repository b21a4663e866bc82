"use client";

import type { Source } from "@headwater/client";
import { sourceContentUrl, useDocuments } from "@headwater/react-hooks";
import { type KeyboardEvent, useRef, useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { AskChosen } from "./ask-chosen.tsx";
import { download, hasOriginal } from "./downloads.ts";
import { nameOfSource } from "./kinds.ts";
import { Question } from "./question.tsx";
import { ReadSeveralAgain } from "./read-again.tsx";
import { stateOfSource } from "./state.ts";
import { TagEditor } from "./tag-editor.tsx";

type Properties = {
  chosen: readonly Source[];
  /** How many pass the sieve. */
  shown: number;
  onChooseAll(): void;
  onChooseNone(): void;
  onDelete(sources: readonly Source[]): void;
};

type Asked = "menu" | "not-asked" | "tag" | "read-again" | "delete";

/** What can be done with the chosen sources, in the place of the heads of the columns. */
export function ChosenLine({ chosen, shown, onChooseAll, onChooseNone, onDelete }: Properties) {
  const { can } = useAbilities();
  const { sources } = useDocuments();
  const [asked, setAsked] = useState<Asked>();
  const line = useRef<HTMLDivElement>(null);
  const ready = chosen.filter((source) => stateOfSource(source).shape === "ready");
  const files = chosen.filter(hasOriginal).map((source) => ({
    address: sourceContentUrl(sources, source.file_id),
    name: nameOfSource(source),
  }));
  const close = () => {
    const opener = asked;
    setAsked(undefined);
    // The button that was pressed, or the one that holds it where there is less room.
    const buttons =
      line.current?.querySelectorAll<HTMLElement>(`[data-act="${opener}"], [data-act="menu"]`) ?? [];
    [...buttons].find(({ offsetParent }) => offsetParent !== null)?.focus();
  };
  const open = (what: Asked) => () => setAsked(asked === what ? undefined : what);
  const ask =
    can("ask") && ready.length > 0 ? (
      <AskChosen fileIds={ready.map(({ file_id }) => file_id)} onRefused={() => setAsked("not-asked")} />
    ) : null;
  const actions = (
    <>
      <button type="button" className="btn bare" data-act="tag" onClick={open("tag")}>
        Tag
      </button>
      {files.length > 0 ? (
        <button type="button" className="btn bare" onClick={() => void download(files)}>
          Download
        </button>
      ) : null}
      <button type="button" className="btn bare" data-act="read-again" onClick={open("read-again")}>
        Read again
      </button>
      <button type="button" className="btn bare danger" data-act="delete" onClick={open("delete")}>
        Delete
      </button>
    </>
  );
  const choices = (
    <>
      {chosen.length < shown ? (
        <button type="button" className="btn bare" onClick={onChooseAll}>
          Choose all {shown.toLocaleString("en")}
        </button>
      ) : null}
      <button type="button" className="btn bare" onClick={onChooseNone}>
        Choose none
      </button>
    </>
  );
  const several = chosen.length > 1;
  return (
    <div className="acting" ref={line}>
      <div className="acted columns" role="toolbar" aria-label="What to do with the chosen" onKeyDown={walk}>
        <b role="status">{chosen.length.toLocaleString("en")} chosen</b>
        <div className="set strip">
          {ask}
          <div className="set strip onlywide">{actions}</div>
          <button
            type="button"
            className="btn bare onlynarrow"
            data-act="menu"
            aria-expanded={asked === "menu"}
            onClick={open("menu")}
          >
            {asked === "menu" ? "Less" : "More"}
          </button>
        </div>
        <div className="set strip onlywide">{choices}</div>
      </div>
      {asked === "menu" ? (
        <div className="acted-menu onlynarrow">
          {actions}
          {choices}
        </div>
      ) : null}
      {asked === "not-asked" ? (
        <p className="hint bad" role="alert">
          These are too many to ask about, as this browser stores nothing for the page. Give them a tag, and
          ask in it.
        </p>
      ) : null}
      {asked === "tag" ? <TagEditor sources={chosen} onClose={close} /> : null}
      {asked === "read-again" ? <ReadSeveralAgain sources={chosen} onClose={close} /> : null}
      {asked === "delete" ? (
        <Question label="Delete the chosen" onClose={close}>
          <p>
            Delete {several ? `these ${chosen.length.toLocaleString("en")} sources` : "this source"}? This
            cannot be undone.
          </p>
          <button
            type="button"
            className="btn danger"
            onClick={() => {
              setAsked(undefined);
              onDelete(chosen);
            }}
          >
            {several ? `Delete ${chosen.length.toLocaleString("en")} for good` : "Delete for good"}
          </button>
          <button type="button" className="btn" data-first onClick={close}>
            Keep {several ? "them" : "it"}
          </button>
        </Question>
      ) : null}
    </div>
  );
}

/** Arrows walk a toolbar. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")].filter(
    ({ offsetParent }) => offsetParent !== null,
  );
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  event.preventDefault();
}
