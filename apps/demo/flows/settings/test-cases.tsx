"use client";

import { useId } from "react";

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
