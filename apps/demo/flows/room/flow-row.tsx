"use client";

import { useDeleteFlow, useUndeployFlow } from "@headwater/react-hooks";
import type { Flow, FlowStatus } from "@headwater/spec";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { BusyButton } from "../../shell/busy-button.tsx";
import { Link } from "../../shell/link.tsx";
import { troubleOf } from "../../shell/trouble.ts";
import { focusNeighbour } from "../../sources/focus-neighbour.ts";
import { Question } from "../../sources/question.tsx";
import { flowAddress } from "../addresses.ts";
import { timeWords } from "../time-words.ts";

const shapes: Record<FlowStatus, string> = {
  New: "st",
  Deployed: "st ready",
  "Not deployed": "st down",
  Failed: "st fail",
};

/** A flow in the list. */
export function FlowRow({ flow, onGone }: { flow: Flow; onGone(): void }) {
  const { name, status, status_reason, url, description, revision_number, last_run_at, last_tests } = flow;
  const ndcg = last_tests?.measures.ndcg;
  const [deletion, undeployment] = [useDeleteFlow(name), useUndeployFlow(name)];
  const row = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState<"menu" | "down" | "delete">();
  const isDeployed = status === "Deployed";
  const change = useMutation({
    mutationFn: (what: "down" | "delete"): Promise<unknown> =>
      what === "down" ? undeployment.mutateAsync() : deletion.mutateAsync({ confirm: name }),
    onSuccess: (_, what) => {
      if (what === "delete") {
        focusNeighbour(row.current);
        onGone();
      }
      setOpen(undefined);
    },
  });
  const close = () => {
    setOpen(undefined);
    row.current?.querySelector<HTMLElement>("a.title")?.focus();
  };
  const actions = (
    <>
      <Link href={flowAddress(name)} prefetch={false}>
        Open
      </Link>
      <Link href={flowAddress(name, "tests")} prefetch={false}>
        Test
      </Link>
      <Link href={flowAddress(name, "compare")} prefetch={false}>
        Compare
      </Link>
      {isDeployed ? (
        <button type="button" className="link" onClick={() => setOpen("down")}>
          Take down
        </button>
      ) : null}
      <button type="button" className="link bad" onClick={() => setOpen("delete")}>
        Delete
      </button>
    </>
  );
  return (
    <li className="lrow columns frow line" ref={row}>
      <span className="label num onlywide">
        <span className="off">Revision: </span>
        {revision_number ?? "none"}
      </span>
      <div className="stat">
        <span className={shapes[status]}>{status}</span>
        <button
          type="button"
          className="btn bare touch"
          aria-expanded={open === "menu"}
          onClick={() => setOpen(open === undefined ? "menu" : undefined)}
        >
          {open === "menu" ? "Less" : "More"}
          <span className="off"> for {name}</span>
        </button>
      </div>
      <div className="what">
        <Link className="title" href={flowAddress(name)} prefetch={false}>
          {name}
        </Link>
        <div className="under onlywide">
          <span className="acts strip reach">{actions}</span>
          <span className="meta clip mono">{url?.replace(/^https?:\/\//, "")}</span>
        </div>
        {description ? <p className="hint">{description}</p> : null}
        {status_reason ? <p className="hint bad">{status_reason}</p> : null}
      </div>
      <p className="num ran">
        <span className="off">Last run: </span>
        {last_run_at ? timeWords(last_run_at) : "never"}
      </p>
      <p className={typeof ndcg === "number" ? "num figure onlywide" : "num figure faint onlywide"}>
        <span className="off">Last test, nDCG: </span>
        {typeof ndcg === "number" ? ndcg.toFixed(2) : "not tested"}
      </p>
      {open === "menu" ? <div className="menu touch">{actions}</div> : null}
      {open === "down" ? (
        <Question label={`Take ${name} down`} onClose={close} leave="Keep it">
          <p>Take {name} down? It no longer answers at its address. Its draft and its revisions stay.</p>
          <BusyButton className="btn danger" isBusy={change.isPending} onClick={() => change.mutate("down")}>
            {change.isPending ? "Taking it down" : "Take it down"}
          </BusyButton>
        </Question>
      ) : null}
      {open === "delete" ? (
        <DeleteFlow
          name={name}
          isDeployed={isDeployed}
          isBusy={change.isPending}
          onDelete={() => change.mutate("delete")}
          onClose={close}
        />
      ) : null}
      {change.error ? (
        <p className="hint bad" role="alert">
          {troubleOf(change.error).what} {troubleOf(change.error).help}
        </p>
      ) : null}
    </li>
  );
}

type DeleteProperties = {
  name: string;
  isDeployed: boolean;
  isBusy: boolean;
  onDelete(): void;
  onClose(): void;
};

/** A deployed flow is deleted only with its name typed. */
function DeleteFlow({ name, isDeployed, isBusy, onDelete, onClose }: DeleteProperties) {
  const [typed, setTyped] = useState("");
  const id = useId();
  return (
    <Question label={`Delete ${name}`} onClose={onClose} leave="Keep it">
      <p>Delete {name} with its revisions and runs? Your sources stay. This cannot be undone.</p>
      {isDeployed ? (
        <>
          <label className="fl" htmlFor={id}>
            It is deployed. Type its name to delete it.
          </label>
          <input className="field" id={id} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </>
      ) : null}
      <BusyButton
        className="btn danger"
        isBusy={isBusy}
        isIdle={isDeployed && typed !== name}
        onClick={onDelete}
      >
        {isBusy ? "Deleting" : "Delete for good"}
      </BusyButton>
    </Question>
  );
}
