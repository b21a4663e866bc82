"use client";

import type { Element, ElementType } from "@headwater/client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { View } from "../element-text.tsx";
import type { DocumentPlace } from "../place.ts";
import { placeNow, type usePlace } from "../use-place.ts";
import { createSeen, type InWindow } from "./seen.ts";
import { useElementWindow } from "./use-element-window.ts";
import { usePlaces } from "./use-places.ts";
import { useSettled } from "./use-settled.ts";
import { useSought } from "./use-sought.ts";
import { useSoughtAfter } from "./use-sought-after.ts";

export type Reading = ReturnType<typeof useReading>;

/**
 * The text of a document while it is read: what is shown of it, what is searched for, and where one is. `lead` is the
 * part of the place that the text is scrolled to.
 */
export function useReading(
  fileId: string,
  place: ReturnType<typeof usePlace>,
  lead: Pick<DocumentPlace, "page" | "element">,
) {
  const { goTo } = place;
  const [view, setView] = useState<View>("text");
  const [type, setType] = useState<ElementType>();
  const [typed, setTyped] = useState("");
  const words = useSettled(typed);
  const isFinding = words !== "" && type === undefined;
  const found = usePlaces(fileId, isFinding ? words : "");

  const [seen] = useState(createSeen);
  const [turn, setTurn] = useState(0);
  const [chosen, setChosen] = useState<Element>();
  const choose = useCallback(
    (element: Element) => {
      setChosen(element);
      setTurn((before) => before + 1);
      goTo({ page: element.page_number ?? undefined, element: element.element_id ?? undefined });
    },
    [goTo],
  );
  const turnTo = useCallback(
    (page: number) => {
      setTurn((before) => before + 1);
      goTo({ page });
    },
    [goTo],
  );
  const {
    sought: soughtInText,
    isPending,
    textlessPage,
  } = useSought(fileId, lead, {
    turn,
    known: chosen,
    isListed: type === undefined,
  });
  // Opened far from its beginning, a text need not load that too.
  const [isOpen, setOpen] = useState(!isPending);
  if (!isOpen && !isPending) setOpen(true);
  const soughtIndex = soughtInText?.index;
  const elements = useElementWindow(
    isOpen ? fileId : undefined,
    // Among all types, words are marked where they stand.
    { type, q: type !== undefined && words !== "" ? words : undefined },
    soughtIndex ?? 0,
  );
  const { want } = elements;
  useEffect(() => {
    if (soughtIndex !== undefined) want(soughtIndex, soughtIndex);
  }, [soughtIndex, want]);
  const soughtAfter = useSoughtAfter(elements, textlessPage, turn);
  const sought = soughtInText ?? soughtAfter;

  const { places } = found;
  const here = placeOf(places, place);
  const step = useCallback(
    (by: 1 | -1) => {
      const now = placeOf(places, placeNow());
      const from = now >= 0 ? now : places.findIndex(({ position }) => isAfter(position, seen.get())) - 1;
      const next = places[(from + by + places.length) % places.length];
      if (next) choose(next);
    },
    [places, seen, choose],
  );
  const firstPlace = useCallback(
    () => places.find(({ position }) => isAfter(position, seen.get())),
    [places, seen],
  );
  useFirstPlace(words, found, firstPlace, choose);

  return useMemo(
    () => ({
      ...{ view, setView, type, setType, typed, setTyped, words, isFinding },
      ...{ elements, found, here: here < 0 ? undefined : here, step },
      ...{ seen, sought, turn, choose, turnTo },
    }),
    [view, type, typed, words, isFinding, elements, found, here, step, seen, sought, turn, choose, turnTo],
  );
}

const placeOf = (places: readonly Element[], { element }: Pick<DocumentPlace, "element">) =>
  places.findIndex(({ element_id }) => element_id === element);

const isAfter = (position: number | null | undefined, seen: InWindow | undefined) =>
  (position ?? 0) >= (seen?.first.position ?? 0);

/** Goes to the first place at or after what is read, once for each search. */
function useFirstPlace(
  words: string,
  { places, total }: ReturnType<typeof usePlaces>,
  firstPlace: () => Element | undefined,
  choose: (element: Element) => void,
): void {
  const done = useRef("");
  useEffect(() => {
    if (words === "") done.current = "";
    if (words === "" || total === undefined || done.current === words) return;
    const next = firstPlace();
    if (!next && places.length < total) return;
    done.current = words;
    const first = next ?? places[0];
    if (first) choose(first);
  }, [words, places, total, firstPlace, choose]);
}
