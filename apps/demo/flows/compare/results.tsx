"use client";

import { useState } from "react";
import { Slope } from "../ranks/slope.tsx";
import { figureWords } from "../tests/test-words.ts";
import type { ComparedQuestion } from "./compared-questions.ts";

type Properties = {
  questions: readonly ComparedQuestion[];
  names: readonly [string, string];
  /** The question that is open at first. */
  asked: string | undefined;
};

/** Question by question what both sides gave, and the ranks of the chosen one before and after. */
export function Results({ questions, names, asked }: Properties) {
  const changed = questions.filter(({ became }) => became !== "same");
  const [chosen, setChosen] = useState(asked);
  const open = questions.find(({ question }) => question === chosen) ?? changed[0] ?? questions[0];
  const listed = open && !changed.includes(open) ? [...changed, open] : changed;
  const isJudged = questions.some(({ before, after }) => before !== null || after !== null);
  return (
    <section aria-label="The results">
      <div className="sect cluster">
        <h2 className="h2">The results</h2>
        <span className="label num">
          {questions.length === 1 ? "1 question" : `${questions.length} questions`} on both.{" "}
          {changed.length === 0 ? "None changed." : "Only the questions that changed are listed."}
        </span>
      </div>
      {listed.length > 0 ? (
        <table className="res figs qs">
          <thead>
            <tr>
              <th>Question</th>
              {isJudged ? (
                <>
                  <th className="r">{names[0]}</th>
                  <th className="r">{names[1]}</th>
                  <th className="r">nDCG</th>
                </>
              ) : null}
              <th className="wh">What happened</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((each) => (
              <tr key={each.question}>
                <td>
                  <button
                    type="button"
                    className="q2"
                    aria-expanded={each === open}
                    onClick={() => setChosen(each.question)}
                  >
                    {each.question}
                  </button>
                </td>
                {isJudged ? (
                  <>
                    <td className="r" data-l="Before">
                      {figureWords(each.before)}
                    </td>
                    <td className="r" data-l="After">
                      {figureWords(each.after)}
                    </td>
                    <td className="r" data-l="nDCG">
                      {difference(each)}
                    </td>
                  </>
                ) : null}
                <td className="faint wh">
                  {each.became === "worse" ? (
                    <span className="st stale">worse: {each.words}</span>
                  ) : (
                    each.words
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {open ? (
        <section aria-live="polite" aria-label={`Ranks for ${open.question}`}>
          <h3 className="h2 ranked">{open.question}</h3>
          <Slope before={open.cases[0].passages} after={open.cases[1].passages} />
        </section>
      ) : null}
    </section>
  );
}

function difference({ before, after }: ComparedQuestion): string {
  if (before === null || after === null) return "";
  const by = after - before;
  return `${by > 0 ? "+" : by < 0 ? "−" : ""}${Math.abs(by).toFixed(2)}`;
}
