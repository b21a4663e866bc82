"use client";

import type { Element } from "@headwater/client";
import { useSyncExternalStore } from "react";

/** Which elements are in the window. */
export type InWindow = {
  first: Element;
  last: Element;
  /** The one that is read. */
  read: Element;
  /** The page that is read. It may be one without text, where no element is. */
  page: number | null | undefined;
};

/** What is in the window changes with every turn of the wheel. Only what follows from it makes others render. */
export type Seen = {
  get(): InWindow | undefined;
  set(seen: InWindow): void;
  subscribe(onChange: () => void): () => void;
};

export function createSeen(): Seen {
  let current: InWindow | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (seen) => {
      current = seen;
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** What follows from what is in the window. `select` returns a value that can be compared with `Object.is`. */
export const useSeen = <Value>(seen: Seen, select: (seen: InWindow | undefined) => Value): Value =>
  useSyncExternalStore(
    seen.subscribe,
    () => select(seen.get()),
    () => select(undefined),
  );

/** What is read: the chosen element while it is in the window, otherwise the first one there. */
export function elementRead(seen: InWindow | undefined, chosen: Element | undefined): Element | undefined {
  const at = chosen?.position;
  const isSeen = at != null && at >= (seen?.first.position ?? 0) && at <= (seen?.last.position ?? -1);
  return isSeen ? chosen : seen?.first;
}
