"use client";

import { useId, useState } from "react";

type Case = { question: string; answer?: string; sources?: string[] };
type Properties = { label: string; value: unknown; onValue(value: unknown): void };

/** The questions of a test set: each with the words that its answer should say, and the source that should be found. */
export function TestCases({ label, value, onValue }: Properties) {
  const id = useId();
  const cases = Array.isArray(value) ? (value as Case[]) : [];
  const change = (at: number, next: Case) =>
    onValue(cases.map((each, index) => (index === at ? next : each)));
  return (
    <fieldset className="grp">
      <legend className="fl">{label}</legend>
      <ol className="cases-edit">
        {cases.map((each, at) => (
          <li key={at}>
            <label className="off" htmlFor={`${id}-${at}-q`}>
              Question {at + 1}
            </label>
            <input
              className="field"
              id={`${id}-${at}-q`}
              value={each.question}
              placeholder="Question"
              onChange={({ target }) => change(at, { ...each, question: target.value })}
            />
            <label className="off" htmlFor={`${id}-${at}-a`}>
              Words that the answer to question {at + 1} should say
            </label>
            <input
              className="field"
              id={`${id}-${at}-a`}
              value={each.answer ?? ""}
              placeholder="Should say"
              onChange={({ target }) => {
                const { answer: _, ...rest } = each;
                change(at, target.value === "" ? rest : { ...rest, answer: target.value });
              }}
            />
            <ExpectedSources
              number={at + 1}
              sources={each.sources ?? []}
              onSources={(sources) => {
                const { sources: _, ...rest } = each;
                change(at, sources.length === 0 ? rest : { ...rest, sources });
              }}
            />
            <button
              type="button"
              className="link faint"
              aria-label={`Remove question ${at + 1}`}
              onClick={() => onValue(cases.filter((_, index) => index !== at))}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="btn" onClick={() => onValue([...cases, { question: "" }])}>
        Add a question
      </button>
    </fieldset>
  );
}

type SourcesProperties = { number: number; sources: string[]; onSources(sources: string[]): void };

/** The names of the sources that should be found. Semicolons divide them, since names may hold commas. */
function ExpectedSources({ number, sources, onSources }: SourcesProperties) {
  const id = useId();
  // What is typed may end in a semicolon, with the next name on its way.
  const [typed, setTyped] = useState<string>();
  return (
    <>
      <label className="off" htmlFor={id}>
        Sources that should be found for question {number}, with semicolons between
      </label>
      <input
        className="field"
        id={id}
        value={typed ?? sources.join("; ")}
        placeholder="Found in"
        onChange={({ target }) => {
          setTyped(target.value);
          onSources(
            target.value
              .split(";")
              .map((name) => name.trim())
              .filter((name) => name !== ""),
          );
        }}
        onBlur={() => setTyped(undefined)}
      />
    </>
  );
}
