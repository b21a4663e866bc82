"use client";

import { documentsKeys, useDocuments } from "@headwater/react-hooks";
import type { Flow, FlowStatus } from "@headwater/spec";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useId, useRef, useState } from "react";
import { troubleOf } from "../../shell/trouble.ts";
import { focusNeighbour } from "../../sources/focus-neighbour.ts";
import { Question } from "../../sources/question.tsx";
import { flowAddress } from "../addresses.ts";
import { deleteFlow, undeployFlow } from "../calls/flow-calls.ts";

const shapes: Record<FlowStatus, string> = {
  New: "st",
  Deployed: "st ready",
  "Not deployed": "st down",
  Failed: "st fail",
};

/** A flow in the list. */
export function FlowRow({ flow, onGone }: { flow: Flow; onGone(): void }) {
  const { name, status, url, description } = flow;
  const { flow: flowNamed, flowsRoot } = useDocuments();
  const queryClient = useQueryClient();
  const row = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState<"menu" | "down" | "delete">();
  const isDeployed = status === "Deployed";
  const change = useMutation({
    mutationFn: (what: "down" | "delete"): Promise<unknown> =>
      what === "down" ? undeployFlow(flowNamed(name)) : deleteFlow(flowNamed(name), name),
    onSuccess: async (_, what) => {
      if (what === "delete") {
        focusNeighbour(row.current);
        onGone();
        queryClient.removeQueries({ queryKey: documentsKeys.flow(flowNamed(name)) });
      }
      setOpen(undefined);
      await queryClient.invalidateQueries({ queryKey: documentsKeys.flows(flowsRoot()) });
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
    <li className="lrow frow line" ref={row}>
      <div className="stat">
        <span className={shapes[status]}>{status}</span>
        <button
          type="button"
          className="btn bare touch"
          aria-expanded={open === "menu"}
          aria-label={`More for ${name}`}
          onClick={() => setOpen(open === undefined ? "menu" : undefined)}
        >
          {open === "menu" ? "Less" : "More"}
        </button>
      </div>
      <div className="what">
        <Link className="title" href={flowAddress(name)} prefetch={false}>
          {name}
        </Link>
        <div className="under">
          <span className="acts">{actions}</span>
          <span className="meta mono">{url?.replace(/^https?:\/\//, "")}</span>
        </div>
      </div>
      <p className="for">{description}</p>
      {open === "menu" ? <div className="menu touch">{actions}</div> : null}
      {open === "down" ? (
        <Question label={`Take ${name} down`} onClose={close}>
          <p>Take {name} down? It no longer answers at its address. Its draft and its revisions stay.</p>
          <button
            type="button"
            className="btn danger"
            disabled={change.isPending}
            onClick={() => change.mutate("down")}
          >
            Take it down
          </button>
          <button type="button" className="btn" data-first onClick={close}>
            Keep it
          </button>
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
    <Question label={`Delete ${name}`} onClose={onClose}>
      <p>Delete {name} with its revisions and runs? Your sources stay. This cannot be undone.</p>
      {isDeployed ? (
        <>
          <label className="fl" htmlFor={id}>
            It is deployed. Type its name to delete it.
          </label>
          <input className="field" id={id} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </>
      ) : null}
      <button
        type="button"
        className="btn danger"
        disabled={isBusy || (isDeployed && typed !== name)}
        onClick={onDelete}
      >
        Delete for good
      </button>
      <button type="button" className="btn" data-first onClick={onClose}>
        Keep it
      </button>
    </Question>
  );
}
