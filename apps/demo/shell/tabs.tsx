"use client";

import { type KeyboardEvent, useRef } from "react";

type Properties<Value extends string> = {
  /** What the choice is about, for screen readers. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: NoInfer<Value>;
  onChange(value: NoInfer<Value>): void;
  /** Id of the element the tabs change. */
  controls: string;
  className?: string;
};

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Words with a line under the chosen one. They are one stop for the keyboard; arrow keys choose. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  controls,
  className,
}: Properties<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent, index: number) => {
    const next = steps[event.key]?.(index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]").item(next)?.focus();
  };
  return (
    <div className={className ? `tabs ${className}` : "tabs"} role="tablist" aria-label={label} ref={list}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={controls}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={(event) => step(event, index)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
