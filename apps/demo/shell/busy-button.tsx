"use client";

import type { ButtonHTMLAttributes } from "react";

type Properties = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled" | "aria-busy"> & {
  isBusy: boolean;
  /** Whether it does nothing now for another reason. */
  isIdle?: boolean;
};

/**
 * A button that cannot be pressed again while it works. It is not `disabled` then: the browser would take the focus away,
 * and a keyboard user would have to come back to it.
 */
export function BusyButton({ isBusy, isIdle = false, onClick, ...properties }: Properties) {
  return (
    <button
      type="button"
      {...properties}
      aria-busy={isBusy}
      aria-disabled={isIdle || undefined}
      onClick={(event) => {
        // This also keeps a submit button from submitting.
        if (isBusy || isIdle) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
