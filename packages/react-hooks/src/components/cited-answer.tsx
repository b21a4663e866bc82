"use client";
import type { Citation } from "@headwater/client";
import { type ComponentPropsWithoutRef, Fragment, type ReactNode } from "react";
import { type CitedText, citedParagraphs } from "./cited-paragraphs.ts";

/** The props of `CitedAnswer`. */
export type CitedAnswerProps = {
  /** Has inline `[N]` markers, or raw markup. A number that is not in `citations` stays text. */
  answer: string;
  /** The list of the service. Without a list nothing is cited. */
  citations?: readonly Citation[] | null | undefined;
  /** Number of the citation that is shown. Its markers have `data-active`. */
  activeIndex?: number | undefined;
  onCitationPress?: ((citation: Citation, index: number) => void) | undefined;
  /** Id of the element that shows the active citation. The markers then have `aria-controls` and `aria-expanded`. */
  controls?: string | undefined;
  /** Renders a piece of text, for example to highlight words. Default: unchanged. */
  renderText?: ((text: string) => ReactNode) | undefined;
  /** More props for a marker's button: another label, a class, an id. */
  citationProps?:
    | ((
        citation: Citation,
        index: number,
      ) => ComponentPropsWithoutRef<"button"> & {
        [data: `data-${string}`]: string | number | boolean | undefined;
      })
    | undefined;
  className?: string | undefined;
};

/**
 * Joins a text to its markers, so that the last word moves to the next line together with them, in any script
 * (UAX 14).
 */
const wordJoiner = "\u2060";

/**
 * Shows an answer in paragraphs. Its markers are buttons directly behind the text that they support.
 *
 * @example <CitedAnswer answer={message.text} citations={message.citations} onCitationPress={openPage} />
 */
export function CitedAnswer(props: CitedAnswerProps): ReactNode {
  const { answer, citations, renderText, className } = props;
  const rendered = (text: string) => (text && renderText ? renderText(text) : text);
  const cited = ({ text, citations }: CitedText, key: number) => {
    if (citations.length === 0) return <Fragment key={key}>{rendered(text)}</Fragment>;
    return (
      <Fragment key={key}>
        {rendered(text)}
        <span data-part="cited" style={{ whiteSpace: "nowrap" }}>
          {wordJoiner}
          {citations.map((each, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer only grows, so a place keeps its meaning
            <Marker key={place} {...props} {...each} />
          ))}
        </span>
      </Fragment>
    );
  };
  return (
    <div className={className} data-part="answer">
      {citedParagraphs(answer, citations).map((texts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <p key={index} data-part="paragraph" style={{ whiteSpace: "pre-line" }}>
          {texts.map(cited)}
        </p>
      ))}
    </div>
  );
}

function Marker({
  citation,
  index,
  activeIndex,
  controls,
  onCitationPress,
  citationProps,
}: CitedAnswerProps & { citation: Citation; index: number }): ReactNode {
  const active = activeIndex === index;
  return (
    <button
      type="button"
      data-part="citation"
      data-active={active || undefined}
      aria-label={`Citation ${index}`}
      aria-expanded={controls === undefined ? undefined : active}
      aria-controls={controls}
      onClick={() => onCitationPress?.(citation, index)}
      {...citationProps?.(citation, index)}
    >
      {index}
    </button>
  );
}
