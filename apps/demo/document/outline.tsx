"use client";

import type { Element } from "@headwater/client";
import { useAllElements } from "./all-elements.ts";
import { outlineOf } from "./outline-entries.ts";

type Properties = { fileId: string; chosenId: string | undefined; onChoose(element: Element): void };

/** The titles of a text without pages, in the margin. Each leads to its place. */
export function Outline({ fileId, chosenId, onChoose }: Properties) {
  const entries = outlineOf(useAllElements(fileId, { type: "Title" }).elements);
  if (entries.length === 0) return null;
  return (
    <nav className="outline" aria-label="Outline">
      <ol>
        {entries.map(({ id, text, level, element }) => (
          <li key={id} className={`level${level}`}>
            <button
              type="button"
              aria-current={id === chosenId ? "location" : undefined}
              onClick={() => onChoose(element)}
            >
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
