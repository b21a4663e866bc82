"use client";

import type { FlowTests } from "@headwater/spec";
import { useState } from "react";
import { OpenCase } from "./open-case.tsx";
import { caseState, expectedWords } from "./test-words.ts";

/** Cases that pass and are shown before the rest is asked for. */
const passingShown = 3;

/** The questions of the latest test, those that fail first. A case opens in place. */
export function Cases({ tests }: { tests: FlowTests }) {
  const [open, setOpen] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const ordered = tests.cases
    .map((each) => ({ ...each, state: caseState(each) }))
    .sort((one, other) => one.state.order - other.state.order);
  const pressing = ordered.filter(({ state }) => state.order < 2).length;
  const shown = isWhole ? ordered : ordered.slice(0, pressing + passingShown);
  const rest = ordered.length - shown.length;
  return (
    <section aria-label="Cases">
      <div className="sect cluster">
        <h2 className="h2">Cases</h2>
        <span className="label num">
          {tests.cases.length.toLocaleString("en")} in the test set, those that fail first
        </span>
      </div>
      <ol className="cases">
        {shown.map((each) => {
          const isOpen = open === each.question;
          const ndcg = each.measures.ndcg;
          return (
            <li className="case columns" key={each.question}>
              <span className={each.state.shape}>{each.state.words}</span>
              <div>
                <button
                  type="button"
                  className="q2 title"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : each.question)}
                >
                  {each.question}
                </button>
                <p className="exp num">{expectedWords(each.expected)}</p>
              </div>
              <span className="r">{typeof ndcg === "number" ? `nDCG ${ndcg.toFixed(2)}` : ""}</span>
              {isOpen ? <OpenCase each={each} runs={tests.runs} /> : null}
            </li>
          );
        })}
      </ol>
      {rest > 0 ? (
        <p className="rest num">
          <button type="button" className="link" onClick={() => setWhole(true)}>
            {rest.toLocaleString("en")} more
          </button>
        </p>
      ) : null}
    </section>
  );
}
