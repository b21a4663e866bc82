"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import type { Draft, DraftState } from "./draft.ts";

export const DraftContext = createContext<Draft | undefined>(undefined);

/** The flow that is edited on this page. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error("No flow is open above this component.");
  return draft;
}

/** A part of the draft. The component is painted again only when it changes, so `select` must not make new objects. */
export function useDraftState<Part>(select: (state: DraftState) => Part): Part {
  const draft = useDraft();
  const read = () => select(draft.get());
  return useSyncExternalStore(draft.subscribe, read, read);
}
