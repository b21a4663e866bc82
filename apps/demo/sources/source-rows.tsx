"use client";

import type { Source } from "@headwater/client";
import { useBuilds } from "@headwater/react-hooks";
import { type FocusEvent, memo, useEffect, useMemo, useRef } from "react";
import { rowKeys } from "./row-keys.ts";
import { SourceRow } from "./source-row.tsx";
import { stateOfSource } from "./state.ts";
import { useRowWindow } from "./use-row-window.ts";

/** Builds that are watched at once: those that are being read, of the rows that are drawn. */
const maxWatched = 8;
/**
 * Sources under way up to which builds are watched. A list is loaded again with each build that ends; with more of them
 * it would be loaded all the time, and the list shows by itself what is read.
 */
const maxUnderWay = 100;

type Properties = {
  /** Those that pass the sieve, in order. */
  sources: readonly Source[];
  /** All of them, by id. */
  byId: ReadonlyMap<string, Source>;
  chosenIds: ReadonlySet<string>;
  /** The row that gets the focus as soon as it is drawn. */
  wanted: string | undefined;
  onFound(): void;
  onGo(fileId: string): void;
  onToggle(fileId: string): void;
  /** Chooses all from the last row that was touched. */
  onExtend(fileId: string): void;
  onTag(tag: string): void;
  onShow(source: Source): void;
  onDelete(source: Source): void;
  /** Why a source could not be deleted, by file id. */
  failures: ReadonlyMap<string, Error>;
};

/** The rows near the window, of a list of any length. Each says its place among all. */
export const SourceRows = memo(function SourceRows({ sources, wanted, onFound, ...properties }: Properties) {
  const { byId, chosenIds, failures } = properties;
  const list = useRef<HTMLUListElement>(null);
  const ids = useMemo(() => sources.map(({ file_id }) => file_id), [sources]);
  const { rows, above, below, measure, bring, keep } = useRowWindow(list, ids);
  const underWay = useMemo(() => [...byId.values()].filter(isUnderWay).length, [byId]);
  const drawn = rows.flatMap(({ index }) => sources[index] ?? []);
  // Running builds are watched. When one ends, the hook reloads the list.
  const watched =
    underWay > maxUnderWay
      ? []
      : drawn
          .filter(isUnderWay)
          .sort((one, other) => Number(isBusy(other)) - Number(isBusy(one)))
          .flatMap(({ build_id }) => build_id ?? [])
          .slice(0, maxWatched);
  const builds = new Map(useBuilds(watched).map(({ data }, index) => [watched[index], data]));

  useEffect(() => {
    if (wanted === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(`li[data-file="${CSS.escape(wanted)}"] a.title`);
    if (row) {
      row.focus();
      onFound();
    } else if (ids.includes(wanted)) bring(ids.indexOf(wanted));
  });
  const noteFocus = (target: EventTarget | null) => {
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>("li[data-file]") : null;
    keep(row && list.current?.contains(row) ? row.dataset.file : undefined);
  };
  return (
    <ul
      ref={list}
      className="rowlist"
      aria-label="Sources"
      aria-describedby="row-keys"
      style={{ paddingTop: above, paddingBottom: below }}
      onFocus={(event) => noteFocus(event.target)}
      onBlur={(event: FocusEvent) => noteFocus(event.relatedTarget)}
      onKeyDown={(event) => rowKeys(event, { ids, ...properties })}
    >
      {rows.map(({ index, gap }) => {
        const source = sources[index];
        return source ? (
          <SourceRow
            key={source.file_id}
            index={index}
            count={sources.length}
            gap={gap}
            measure={measure}
            source={source}
            build={builds.get(source.build_id ?? "")}
            isChosen={chosenIds.has(source.file_id)}
            onToggle={properties.onToggle}
            onExtend={properties.onExtend}
            onTag={properties.onTag}
            original={byId.get(source.duplicate_of ?? "")}
            onShow={properties.onShow}
            onDelete={properties.onDelete}
            notDeleted={failures.get(source.file_id)}
          />
        ) : null;
      })}
    </ul>
  );
});

const isUnderWay = (source: Source): boolean => isBusy(source) || stateOfSource(source).shape === "waits";
const isBusy = (source: Source): boolean => stateOfSource(source).shape === "busy";
