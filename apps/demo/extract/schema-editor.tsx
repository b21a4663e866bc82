"use client";

import { Fragment, type KeyboardEvent, useMemo } from "react";
import type { SchemaCheck } from "./check-schema.ts";
import { highlightSchema } from "./highlight-schema.ts";

type Properties = {
  id: string;
  label: string;
  text: string;
  check: SchemaCheck;
  onText(text: string): void;
};

/** Maximum number of mistakes in the list. The others are only underlined. */
const named = 3;

/** A field for a schema with line numbers and a list of its mistakes. Tab leaves it, like any other field. */
export function SchemaEditor({ id, label, text, check, onText }: Properties) {
  const lines = useMemo(() => highlightSchema(text, check.problems), [text, check]);
  const more = check.problems.length - named;
  return (
    <>
      <div className="code" data-invalid={!check.valid || undefined}>
        <div className="code-sheet">
          <pre aria-hidden="true">
            {lines.map((line, index) => (
              <span className="ln" key={index}>
                {line.map((piece, index) => (
                  <Fragment key={index}>
                    {piece.bad ? (
                      <em className="wrong">{piece.text}</em>
                    ) : piece.key ? (
                      <em className="k">{piece.text}</em>
                    ) : (
                      piece.text
                    )}
                  </Fragment>
                ))}
                {"\n"}
              </span>
            ))}
          </pre>
          <textarea
            id={id}
            aria-label={label}
            aria-invalid={!check.valid}
            aria-describedby={`${id}-said`}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            autoComplete="off"
            wrap="off"
            maxLength={200_000}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={indentNewLine}
          />
        </div>
      </div>
      <div id={`${id}-said`} aria-live="polite">
        {check.valid ? (
          <p className="hint">{check.summary}</p>
        ) : (
          check.problems.slice(0, named).map(({ line, start, message }) => (
            <p className="hint bad" key={`${start} ${message}`}>
              Line {line}: {message}
            </p>
          ))
        )}
        {more > 0 ? <p className="hint bad">And {more} more.</p> : null}
      </div>
    </>
  );
}

/** Indents a new line like the line before, and two more spaces after an opening bracket. */
function indentNewLine(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (
    event.key !== "Enter" ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.nativeEvent.isComposing
  )
    return;
  const { value, selectionStart } = event.currentTarget;
  const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  event.preventDefault();
  // Only this way of inserting text works with the field's own undo.
  document.execCommand("insertText", false, `\n${indent}${/[[{]\s*$/.test(line) ? "  " : ""}`);
}
