"use client";

import type { Element } from "@headwater/client";
import type { ReactNode } from "react";
import { Marked } from "./marked.tsx";
import { SafeMarkup } from "./safe-markup.tsx";
import { ScrollRoom } from "./scroll-room.tsx";

export type View = "text" | "markdown" | "html";

/** Shows an element as text, as Markdown, or as rendered markup. */
export function ElementText({ element, view, words }: { element: Element; view: View; words: string }) {
  if (view === "markdown")
    return (
      <pre dir="auto" className="txt raw">
        {element.markdown ?? element.text}
      </pre>
    );
  if (view === "html" && element.html) {
    return (
      <div className="txt markup">
        <SafeMarkup markup={element.html} words={words} />
      </div>
    );
  }
  return <SetText element={element} words={words} />;
}

function SetText({ element, words }: { element: Element; words: string }) {
  const { element_type: type, text, html } = element;
  const marked = (shown: string): ReactNode => <Marked text={shown} words={words} />;
  switch (type) {
    case "Title":
      return (
        <h2 dir="auto" className="txt ttl">
          {marked(text)}
        </h2>
      );
    case "ListItem":
      return (
        <p dir="auto" className="txt li">
          {marked(text.replace(/^\s*[-–•·▪◦*‣]\s+/, ""))}
        </p>
      );
    case "Table":
      return html ? (
        <SafeMarkup markup={html} words={words} />
      ) : (
        <p dir="auto" className="txt">
          {marked(text)}
        </p>
      );
    case "CodeSnippet":
      return (
        <ScrollRoom as="pre" className="txt" label="Code">
          {marked(text)}
        </ScrollRoom>
      );
    case "FigureCaption":
      return (
        <p dir="auto" className="cap">
          {marked(text)}
        </p>
      );
    case "Header":
    case "Footer":
    case "PageNumber":
      return (
        <p dir="auto" className="txt small">
          {marked(text)}
        </p>
      );
    case "Image":
      return text.trim() === "" ? (
        <p className="cap">An image without words.</p>
      ) : (
        <p dir="auto" className="txt">
          {marked(text)}
        </p>
      );
    default:
      return (
        <p dir="auto" className="txt">
          {marked(text)}
        </p>
      );
  }
}
