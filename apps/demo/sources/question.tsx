"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

/** A question below its subject. The element with `data-first` gets the focus; Escape closes the question. */
export function Question({
  label,
  leave,
  onClose,
  children,
}: {
  label: string;
  /** Text of a last button, which gets the focus and changes nothing: "Keep it". Absent: there is none. */
  leave?: string;
  onClose(): void;
  children: ReactNode;
}) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, []);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <fieldset className="question cluster" ref={box} onKeyDown={closeByKey}>
      <legend className="off">{label}</legend>
      {children}
      {leave === undefined ? null : (
        <button type="button" className="btn" data-first onClick={onClose}>
          {leave}
        </button>
      )}
    </fieldset>
  );
}
