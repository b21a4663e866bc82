"use client";

import type { Element } from "@headwater/client";
import { type CSSProperties, useMemo } from "react";
import type { OutlineEntry } from "../outline-entries.ts";
import { railGroups } from "./rail-groups.ts";
import { type Seen, useSeen } from "./seen.ts";
import type { Reading } from "./use-reading.ts";

type Properties = {
  reading: Reading;
  entries: readonly OutlineEntry[];
  /** Whether the rail lies above the text instead of standing beside it. */
  isFlat: boolean;
};

/** A hairline as long as the document, with a tick at each place that was found. Nothing while nothing is searched for. */
export function PlacesRail({ reading, entries, isFlat }: Properties) {
  const { isFinding, found, here, elements, seen, step, choose } = reading;
  const { places, total } = found;
  const length = elements.total ?? 1;
  if (!isFinding || total === undefined) return null;
  return (
    <aside className={isFlat ? "railc flat" : "railc"} aria-label="Places found">
      <div className="rail covers">
        <p className="hd cluster">
          <span className="num" role="status">
            {inWords(places.length, total, here)}
          </span>
          {places.length > 0 ? (
            <span className="steps strip">
              <button type="button" className="link" onClick={() => step(-1)}>
                Previous
              </button>
              <button type="button" className="link" onClick={() => step(1)}>
                Next
              </button>
            </span>
          ) : null}
        </p>
        {places.length > 0 ? (
          <div className="places">
            {places.map((place, index) => (
              <i
                key={place.element_id ?? index}
                className={index === here ? "here" : undefined}
                style={placed(positionOf(place) / length)}
              />
            ))}
            <InSight seen={seen} length={length} />
            {isFlat ? null : (
              <Groups
                places={places}
                entries={entries}
                length={length}
                current={here === undefined ? undefined : places[here]}
                onPlace={choose}
              />
            )}
          </div>
        ) : null}
      </div>
    </aside>
  );
}

/** Which part of the document is in the window. */
function InSight({ seen, length }: { seen: Seen; length: number }) {
  const first = useSeen(seen, (inWindow) => inWindow?.first.position);
  const last = useSeen(seen, (inWindow) => inWindow?.last.position);
  if (first == null || last == null) return null;
  return <u style={placed(first / length, (last - first + 1) / length)} />;
}

type GroupProperties = {
  places: readonly Element[];
  entries: readonly OutlineEntry[];
  length: number;
  current: Element | undefined;
  onPlace(place: Element): void;
};

/** The sections that hold places, beside them. */
function Groups({ places, entries, length, current, onPlace }: GroupProperties) {
  const groups = useMemo(
    () => railGroups(places.map(positionOf), entries, length),
    [places, entries, length],
  );
  const group = current && groups.findLast(({ position }) => position <= positionOf(current));
  return (
    <ul>
      {groups.map((each) => (
        <li key={each.position} style={placed(each.at)}>
          <button
            type="button"
            aria-current={each === group || undefined}
            onClick={() => {
              const first = places.find((place) => positionOf(place) === each.position);
              if (first) onPlace(first);
            }}
          >
            <bdi className="clip">{each.label}</bdi> <span className="num">{each.count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const positionOf = ({ position }: Element): number => position ?? 0;

const placed = (at: number, length?: number) =>
  ({
    "--at": `${(100 * at).toFixed(2)}%`,
    ...(length === undefined ? {} : { "--len": `${(100 * length).toFixed(2)}%` }),
  }) as CSSProperties;

function inWords(loaded: number, total: number, here: number | undefined): string {
  if (total === 0) return "No element matches. Try other words.";
  const all = `${total.toLocaleString("en")} ${total === 1 ? "place" : "places"}`;
  const some = loaded < total ? `the first ${loaded.toLocaleString("en")} of ${all}` : all;
  return here === undefined ? some : `${(here + 1).toLocaleString("en")} of ${some}`;
}
