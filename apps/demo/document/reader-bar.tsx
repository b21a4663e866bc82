"use client";

import type { ElementType } from "@headwater/client";
import { Tabs } from "../shell/tabs.tsx";
import { elementNames } from "./element-names.ts";
import type { View } from "./element-text.tsx";

const views: readonly { value: View; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "markdown", label: "Markdown" },
  { value: "html", label: "HTML" },
];

type Properties = {
  view: View;
  onView(view: View): void;
  type: ElementType | undefined;
  onType(type: ElementType | undefined): void;
  words: string;
  onWords(words: string): void;
};

export function ReaderBar({ view, onView, type, onType, words, onWords }: Properties) {
  return (
    <div className="bar">
      <Tabs label="How the text is shown" tabs={views} value={view} onChange={onView} controls="elements" />
      <span className="sp onlywide" />
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
      <input
        className="field find"
        type="search"
        placeholder="Find in elements"
        aria-label="Find in elements"
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
    </div>
  );
}
