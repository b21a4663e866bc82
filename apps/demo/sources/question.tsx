"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

/** A question below its subject. It takes the focus; Escape closes it. */
export function Question({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose(): void;
  children: ReactNode;
}) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, []);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <fieldset className="question" ref={box} onKeyDown={leave}>
      <legend className="off">{label}</legend>
      {children}
    </fieldset>
  );
}
