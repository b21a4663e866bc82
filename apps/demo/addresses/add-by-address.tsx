"use client";

import type { Method } from "@headwater/client";
import { useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { BusyButton } from "../shell/busy-button.tsx";
import { Link } from "../shell/link.tsx";
import { MethodSelect } from "../sources/method-select.tsx";
import { numberInWords } from "../sources/sizes.ts";
import { AddressDraft } from "./address-draft.tsx";
import { AddressLine } from "./address-line.tsx";
import { BeingRead } from "./being-read.tsx";
import { type Draft, draftsOf, isSendable } from "./draft.ts";
import { useSending } from "./use-sending.ts";
import { addressWords } from "./words.ts";

/** Adds web pages, repositories and videos by their addresses: the kind of each is shown first, and it is read when the user says so. */
export function AddByAddress() {
  const { known, can } = useAbilities();
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [method, setMethod] = useState<Method>();
  const words = addressWords(can);
  const change = (id: string, changes: Partial<Draft>) =>
    setDrafts((before) => before.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)));
  const remove = (id: string) => setDrafts((before) => before.filter((draft) => draft.id !== id));
  const sending = useSending({
    onSent: remove,
    onRefused: (id, refusal) => change(id, { refusal }),
  });
  const ready = drafts.filter(isSendable);
  const look = (typed: string) => setDrafts((before) => [...before, ...draftsOf(typed, before, can)]);

  return (
    <main className="sheet">
      <p className="label reach">
        <Link href="/sources">Sources</Link>
      </p>
      <h1 className="room">Add by address</h1>
      <p className="lead">{known && words.taken === "" ? "This service reads no addresses." : words.lead}</p>
      <section className="source-list" aria-label="Addresses to add">
        <div className="lrow columns next one">
          <label className="label onlywide" htmlFor="addresses">
            Address
          </label>
          <AddressLine
            id="addresses"
            placeholder="Paste one address or several"
            action="Look at it"
            isDisabled={words.taken === ""}
            onSubmit={look}
          />
          {words.missing === "" ? null : <p className="hint">{words.missing}</p>}
        </div>
        {drafts.map((draft) => (
          <AddressDraft
            key={draft.id}
            draft={draft}
            isSending={sending.isSending(draft.id)}
            onChange={(changes) => change(draft.id, { refusal: undefined, ...changes })}
            onRemove={() => remove(draft.id)}
          />
        ))}
        {ready.length > 0 ? (
          <div className="go cluster">
            <BusyButton
              className="btn main"
              isBusy={sending.isBusy}
              onClick={() => sending.send(ready, method)}
            >
              {sending.isBusy ? "Adding" : readThese(ready.length)}
            </BusyButton>
            <MethodSelect method={method} onMethod={setMethod} />
            <p>One source each, whatever the number of pages.</p>
          </div>
        ) : null}
      </section>
      <BeingRead added={sending.added} />
    </main>
  );
}

const readThese = (count: number): string =>
  count === 1 ? "Read this one" : `Read these ${numberInWords(count)}`;
