"use client";

import type { KeyboardEvent } from "react";

const views = ["Table", "JSON"] as const;
/** How values are shown. */
export type View = (typeof views)[number];

type Properties = { chosen: View; onChoose(view: View): void; label: string; panelId: string };

/** Tabs as in the ARIA authoring practices: one stop for Tab, and arrow keys to move between them. */
export function ViewTabs({ chosen, onChoose, label, panelId }: Properties) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const view = step && views[(views.indexOf(chosen) + step + views.length) % views.length];
    if (!view) return;
    event.preventDefault();
    onChoose(view);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[views.indexOf(view)]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {views.map((view) => (
        <button
          type="button"
          role="tab"
          key={view}
          aria-selected={view === chosen}
          aria-controls={panelId}
          tabIndex={view === chosen ? 0 : -1}
          onClick={() => onChoose(view)}
        >
          {view}
        </button>
      ))}
    </div>
  );
}
