"use client";

import { useSyncExternalStore } from "react";

const narrow = "(max-width: 720px)";

/** Whether the window is so narrow that the page has one column. False on the server. */
export const useIsNarrow = () =>
  useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(narrow);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => matchMedia(narrow).matches,
    () => false,
  );
