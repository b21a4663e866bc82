"use client";

import type { Element } from "@headwater/client";
import { memo } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { askAddress } from "../shell/addresses.ts";
import { CopyButton } from "../shell/copy-button.tsx";
import { Link } from "../shell/link.tsx";
import { labelOfElement, nameOfElement } from "./element-names.ts";
import { ElementText, type View } from "./element-text.tsx";

type Properties = {
  fileId: string;
  element: Element;
  view: View;
  /** Search words to highlight. */
  words: string;
  isFirst: boolean;
  isLit: boolean;
  isChosen: boolean;
  onLight(elementId: string | undefined): void;
  onChoose(element: Element): void;
};

/**
 * An element as text, with its type in the margin. Its box on the page is highlighted while the pointer is here, and a
 * click chooses it.
 */
export const ElementEntry = memo(function ElementEntry(properties: Properties) {
  const { element, view, words, isFirst, isLit, isChosen, onLight, onChoose } = properties;
  const id = element.element_id ?? undefined;
  const className = [
    "el columns",
    isFirst ? "first" : element.element_type === "Title" ? "sec" : "",
    isChosen ? "on" : isLit ? "lit" : "",
  ].join(" ");
  const choose = () => {
    // Releasing the pointer after selecting words is not a choice.
    if (window.getSelection()?.isCollapsed ?? true) onChoose(element);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a convenience for the pointer; the button in the margin does the same
    <article
      className={className}
      data-element={id}
      onPointerEnter={() => onLight(id)}
      onPointerLeave={() => onLight(undefined)}
      onClick={choose}
    >
      <span className="label">
        <button
          type="button"
          className="pickel"
          aria-pressed={isChosen}
          aria-label={labelOfElement(element)}
          onFocus={() => onLight(id)}
          onBlur={() => onLight(undefined)}
          onClick={(event) => {
            event.stopPropagation();
            onChoose(element);
          }}
        >
          {nameOfElement(element)}
        </button>
      </span>
      <div className="body">
        <ElementText element={element} view={view} words={words} />
        {isChosen ? <ElementActions {...properties} /> : null}
      </div>
    </article>
  );
});

function ElementActions({ fileId, element }: Properties) {
  const { can } = useAbilities();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holds clicks on the buttons back from the element around them
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div className="more cluster" onClick={(event) => event.stopPropagation()}>
      <CopyButton text={element.text} label="Copy as text" />
      {element.markdown ? <CopyButton text={element.markdown} label="Copy as markdown" /> : null}
      {can("ask") && element.text.trim() !== "" ? (
        <Link className="btn bare" prefetch={false} href={askAddress([fileId], questionAbout(element))}>
          Ask about this
        </Link>
      ) : null}
      <span className="mono">{element.element_id}</span>
    </div>
  );
}

/** Prepares a question that the reader can finish. */
function questionAbout({ text }: Element): string {
  const start = text.replaceAll(/\s+/g, " ").trim();
  return `About “${start.length > 120 ? `${start.slice(0, 120)}…` : start}”: `;
}
