"use client";

import type { Source } from "@headwater/client";
import { useCallback, useMemo, useRef, useState } from "react";
import { type Chosen, chosenOf, extend, noneChosen, toggle } from "./choosing.ts";
import { ChosenLine } from "./chosen-line.tsx";
import { isNarrowed, openSieve, type Sieve, sifted } from "./sieve.ts";
import { SourceRows } from "./source-rows.tsx";
import type { Deletions } from "./use-deletions.ts";

type Properties = {
  sources: readonly Source[];
  sieve: Sieve;
  onSieve(sieve: Sieve): void;
  deletions: Deletions;
};

/** The rows that pass the sieve, and what can be done with those that are chosen. */
export function SourceList({ sources, sieve, onSieve, deletions }: Properties) {
  const [chosenRows, setChosen] = useState<Chosen>(noneChosen);
  const [wanted, setWanted] = useState<string>();
  const whole = useRef<HTMLDivElement>(null);
  const passing = useMemo(() => sifted(sources, sieve), [sources, sieve]);
  const ids = useMemo(() => passing.map(({ file_id }) => file_id), [passing]);
  const byId = useMemo(() => new Map(sources.map((source) => [source.file_id, source])), [sources]);
  const chosen = useMemo(() => chosenOf(chosenRows, passing), [chosenRows, passing]);

  const onToggle = useCallback((id: string) => setChosen((before) => toggle(before, id)), []);
  const onExtend = useCallback((id: string) => setChosen((before) => extend(before, id, ids)), [ids]);
  const onTag = useCallback(
    (tag: string) => onSieve({ ...sieve, tag: sieve.tag === tag ? undefined : tag }),
    [sieve, onSieve],
  );
  const onShow = useCallback(
    ({ file_id }: Source) => {
      if (!ids.includes(file_id)) onSieve(openSieve);
      setWanted(file_id);
    },
    [ids, onSieve],
  );
  const onFound = useCallback(() => setWanted(undefined), []);
  const removeAll = (doomed: readonly Source[]) => {
    whole.current?.closest("main")?.querySelector<HTMLElement>("h1")?.focus();
    setChosen(noneChosen);
    deletions.removeAll(doomed);
  };
  return (
    <div ref={whole}>
      {chosen.length > 0 ? (
        <ChosenLine
          chosen={chosen}
          shown={passing.length}
          onChooseAll={() => setChosen({ ids: new Set(ids), anchor: undefined })}
          onChooseNone={() => {
            setChosen(noneChosen);
            whole.current?.querySelector<HTMLElement>("a.title")?.focus();
          }}
          onDelete={removeAll}
        />
      ) : (
        <div className="lrow columns cols onlywide" aria-hidden="true">
          <span>Kind</span>
          <span>Name</span>
          <span className="r">Pages</span>
          <span className="r">Size</span>
          <span className="by">Read with</span>
          <span>State</span>
        </div>
      )}
      <p className="off" id="row-keys">
        Arrows walk the rows and what can be done with them. Space chooses.
      </p>
      <SourceRows
        sources={passing}
        byId={byId}
        chosenIds={chosenRows.ids}
        wanted={wanted}
        onFound={onFound}
        onGo={setWanted}
        onToggle={onToggle}
        onExtend={onExtend}
        onTag={onTag}
        onShow={onShow}
        onDelete={deletions.remove}
        failures={deletions.failures}
      />
      <Tail
        passing={passing.length}
        all={sources.length}
        sieve={sieve}
        onAll={() => onSieve({ ...openSieve, order: sieve.order })}
      />
    </div>
  );
}

type TailProperties = { passing: number; all: number; sieve: Sieve; onAll(): void };

function Tail({ passing, all, sieve, onAll }: TailProperties) {
  if (!isNarrowed(sieve))
    return (
      <p className="tail strip">
        <span>
          Everything here is read into elements with a page and a place, so that an answer can be checked.
        </span>
      </p>
    );
  const which = sieve.tag ? `those with the tag ${sieve.tag}` : "those that match";
  return (
    <p className="tail strip">
      <span className="num" role="status">
        {passing === 0
          ? `None of ${all.toLocaleString("en")} matches.`
          : `${passing.toLocaleString("en")} of ${all.toLocaleString("en")}, ${which}.`}
      </span>
      <button type="button" className="link" onClick={onAll}>
        Show all {all.toLocaleString("en")}
      </button>
    </p>
  );
}
