"use client";

import type { ElementType } from "@headwater/client";
import type { KeyboardEvent } from "react";
import { Tabs } from "../shell/tabs.tsx";
import { elementNames } from "./element-names.ts";
import type { View } from "./element-text.tsx";

const views: readonly { value: View; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "markdown", label: "Markdown" },
  { value: "html", label: "HTML" },
];

type ViewProperties = { view: View; onView(view: View): void };

export const ViewTabs = ({ view, onView }: ViewProperties) => (
  <Tabs label="How the text is shown" tabs={views} value={view} onChange={onView} controls="elements" />
);

type TypeProperties = { type: ElementType | undefined; onType(type: ElementType | undefined): void };

export const TypeSelect = ({ type, onType }: TypeProperties) => (
  <select
    className="field"
    aria-label="Show types"
    value={type ?? ""}
    onChange={(event) => onType(elementNames.find(([known]) => known === event.target.value)?.[0])}
  >
    <option value="">All types</option>
    {elementNames.map(([known, name]) => (
      <option key={known} value={known}>
        {name}
      </option>
    ))}
  </select>
);

type FindProperties = {
  words: string;
  onWords(words: string): void;
  /** Enter goes to the next place, with Shift to the one before. */
  onStep?: ((step: 1 | -1) => void) | undefined;
};

export const FindField = ({ words, onWords, onStep }: FindProperties) => (
  <input
    className="field find"
    type="search"
    placeholder="Find in elements"
    aria-label="Find in elements"
    // The service takes no more.
    maxLength={256}
    value={words}
    onChange={(event) => onWords(event.target.value)}
    onKeyDown={(event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.nativeEvent.isComposing || !onStep) return;
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    }}
  />
);
