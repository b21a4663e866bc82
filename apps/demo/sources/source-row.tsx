"use client";

import type { Build, Source } from "@headwater/client";
import { BuildProgress } from "@headwater/react-hooks";
import { type MouseEvent, memo, useCallback, useRef, useState } from "react";
import { recordingKind } from "../recording/recording-of.ts";
import { documentAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { DeleteQuestion } from "./delete-question.tsx";
import { focusNeighbour } from "./focus-neighbour.ts";
import { kindOfSource, nameOfSource } from "./kinds.ts";
import { ReadAgain } from "./read-again.tsx";
import { RowActions, type RowQuestion } from "./row-actions.tsx";
import { RowState } from "./row-state.tsx";
import { sizeInWords } from "./sizes.ts";
import { stateOfSource } from "./state.ts";
import { TagEditor } from "./tag-editor.tsx";

type Properties = {
  /** Its place among all, from 0, of which only some are drawn. */
  index: number;
  count: number;
  /** Height in px of the rows left out before it. */
  gap: number;
  measure(row: HTMLElement | null): void;
  source: Source;
  /** Its latest build, while it runs. */
  build: Build | undefined;
  isChosen: boolean;
  onToggle(fileId: string): void;
  /** Instead, while Shift is held. */
  onExtend(fileId: string): void;
  onTag(tag: string): void;
  /** The source of which it is a copy. */
  original: Source | undefined;
  onShow(source: Source): void;
  onDelete(source: Source): void;
  /** Why it could not be deleted. */
  notDeleted: Error | undefined;
};

/** A source in the list. */
export const SourceRow = memo(function SourceRow({ source, build, original, ...properties }: Properties) {
  const { index, count, gap, measure, isChosen, onTag } = properties;
  const [hasMenu, setMenu] = useState(false);
  const [asked, setAsked] = useState<RowQuestion>();
  const row = useRef<HTMLLIElement>(null);
  const hold = useCallback(
    (element: HTMLLIElement | null) => {
      row.current = element;
      measure(element);
    },
    [measure],
  );
  const state = stateOfSource(source, build);
  const name = nameOfSource(source);
  // A recording counts as one page, which says nothing.
  const pages = recordingKind(source) === undefined ? (source.total_pages ?? build?.total_pages) : undefined;
  const actions = <RowActions source={source} onAsk={setAsked} />;
  /** The actions stay, and the focus returns to the one that was pressed. */
  const close = () => {
    const openers = row.current?.querySelectorAll<HTMLElement>(`[data-act="${asked}"]`) ?? [];
    setAsked(undefined);
    requestAnimationFrame(() => {
      const shown = [...openers].find(({ offsetParent }) => offsetParent !== null);
      (shown ?? row.current?.querySelector<HTMLElement>("a.title"))?.focus();
    });
  };
  const remove = () => {
    focusNeighbour(row.current);
    properties.onDelete(source);
  };
  const tick = (event: MouseEvent<HTMLInputElement>) =>
    (event.shiftKey ? properties.onExtend : properties.onToggle)(source.file_id);
  return (
    <li
      className={`lrow columns line can${isChosen ? " chosen" : ""}`}
      ref={hold}
      data-file={source.file_id}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={gap > 0 ? { marginTop: gap } : undefined}
    >
      <label className="tick">
        <input type="checkbox" tabIndex={-1} checked={isChosen} onClick={tick} onChange={() => undefined} />
        <span className="off">
          Choose <bdi>{name}</bdi>
        </span>
      </label>
      <span className="label fmt">
        {kindOfSource(source)}
        {source.tags?.length ? (
          <span className="tags">
            {source.tags.map((tag, index) => (
              <span className="reach" key={tag}>
                {index > 0 ? ", " : null}
                <button type="button" className="link" tabIndex={-1} onClick={() => onTag(tag)}>
                  <bdi>{tag}</bdi>
                </button>
              </span>
            ))}
          </span>
        ) : null}
      </span>
      <div className="what">
        <Link className="title" href={documentAddress(source.file_id)} prefetch={false}>
          <bdi>{name}</bdi>
        </Link>
        <div className="under onlywide">
          <span className="acts strip reach">{actions}</span>
          <span className="meta clip mono">{source.file_id}</span>
        </div>
      </div>
      <span className="r num pp onlywide">{pages ? pages.toLocaleString("en") : null}</span>
      <span className="r num size">{source.file_size > 0 ? sizeInWords(source.file_size) : null}</span>
      <span className="by onlywide">{source.method}</span>
      <RowState
        source={source}
        state={state}
        original={original}
        onShow={properties.onShow}
        onAsk={setAsked}
        notDeleted={properties.notDeleted}
      >
        <button
          type="button"
          className="btn bare touch"
          tabIndex={-1}
          aria-expanded={hasMenu}
          onClick={() => setMenu(!hasMenu)}
        >
          {hasMenu ? "Less" : "More"}
          <span className="off"> for {name}</span>
        </button>
      </RowState>
      {hasMenu ? <div className="menu touch">{actions}</div> : null}
      {asked === "tag" ? <TagEditor sources={[source]} onClose={close} /> : null}
      {asked === "read-again" ? <ReadAgain source={source} onClose={close} /> : null}
      {asked === "delete" ? (
        <DeleteQuestion source={source} besides={original} onConfirm={remove} onClose={close} />
      ) : null}
      {build && state.fraction !== undefined ? (
        <BuildProgress build={build} className="progress">
          {() => <span className="prog" style={{ width: `${100 * (state.fraction ?? 0)}%` }} />}
        </BuildProgress>
      ) : null}
    </li>
  );
});
