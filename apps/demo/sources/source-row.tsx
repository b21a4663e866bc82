"use client";

import type { Build, Source } from "@headwater/client";
import { BuildProgress } from "@headwater/react-hooks";
import Link from "next/link";
import { useRef, useState } from "react";
import { recordingKind } from "../recording/recording-of.ts";
import { documentAddress } from "../shell/addresses.ts";
import { troubleOf } from "../shell/trouble.ts";
import { DeleteQuestion } from "./delete-question.tsx";
import { Duplicate } from "./duplicate.tsx";
import { focusNeighbour } from "./focus-neighbour.ts";
import { kindOfSource, nameOfSource } from "./kinds.ts";
import { ReadAgain } from "./read-again.tsx";
import { RowActions } from "./row-actions.tsx";
import { sizeInWords } from "./sizes.ts";
import { stateOfSource } from "./state.ts";
import { StatusLabel } from "./status-label.tsx";
import { Told } from "./told.tsx";

type Properties = {
  source: Source;
  /** Its latest build, while it runs. */
  build: Build | undefined;
  onDelete(): void;
  /** Why it could not be deleted. */
  notDeleted: Error | undefined;
};

/** A source in the list. */
export function SourceRow({ source, build, onDelete, notDeleted }: Properties) {
  const [open, setOpen] = useState<"menu" | "read-again" | "delete">();
  const row = useRef<HTMLLIElement>(null);
  const state = stateOfSource(source, build);
  const name = nameOfSource(source);
  // A recording counts as one page, which tells nobody anything.
  const pages = recordingKind(source) === undefined ? (source.total_pages ?? build?.total_pages) : undefined;
  const actions = (
    <RowActions
      source={source}
      onReadAgain={() => setOpen("read-again")}
      onDelete={() => setOpen("delete")}
    />
  );
  const close = () => {
    setOpen(undefined);
    row.current?.querySelector<HTMLElement>("a.title")?.focus();
  };
  const remove = () => {
    focusNeighbour(row.current);
    onDelete();
  };
  return (
    <li className="lrow line" ref={row}>
      <span className="label fmt">{kindOfSource(source)}</span>
      <div className="what">
        <Link className="title" href={documentAddress(source.file_id)} prefetch={false}>
          <bdi>{name}</bdi>
        </Link>
        <div className="under">
          <span className="acts">{actions}</span>
          <span className="meta mono">{source.file_id}</span>
        </div>
      </div>
      <span className="r num pp">{pages ? pages.toLocaleString("en") : null}</span>
      <span className="r num size">{source.file_size > 0 ? sizeInWords(source.file_size) : null}</span>
      <span className="by">{source.method}</span>
      <div className="stat">
        <StatusLabel {...state} />
        <button
          type="button"
          className="btn bare touch"
          aria-expanded={open === "menu"}
          aria-label={`More for ${name}`}
          onClick={() => setOpen(open === undefined ? "menu" : undefined)}
        >
          {open === "menu" ? "Less" : "More"}
        </button>
        {state.why ? <p className="why">{state.why}</p> : null}
        <Told original={state.told} />
        {source.duplicate_of ? (
          <p className="why">
            <Duplicate of={source.duplicate_of} isListed />
          </p>
        ) : null}
        {notDeleted ? <NotDeleted error={notDeleted} /> : null}
      </div>
      {open === "menu" ? <div className="menu touch">{actions}</div> : null}
      {open === "read-again" ? <ReadAgain source={source} onClose={close} /> : null}
      {open === "delete" ? <DeleteQuestion source={source} onConfirm={remove} onClose={close} /> : null}
      {build && state.fraction !== undefined ? (
        <BuildProgress build={build} className="progress">
          {() => <span className="prog" style={{ width: `${100 * (state.fraction ?? 0)}%` }} />}
        </BuildProgress>
      ) : null}
    </li>
  );
}

function NotDeleted({ error }: { error: Error }) {
  const { what, help } = troubleOf(error);
  return (
    <p className="why" role="alert">
      <span className="bad">Not deleted.</span> {what} {help}
    </p>
  );
}
