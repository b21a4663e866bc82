"use client";

import { useSearchParams } from "next/navigation";
import { compareAddress, compareRunsAddress, flowAddress } from "../addresses.ts";
import { useDraftState } from "../draft/draft-context.ts";
import { FlowHead } from "../shell/flow-head.tsx";
import { CompareRuns } from "./compare-runs.tsx";
import { CompareVersions } from "./compare-versions.tsx";

/** Shows another comparison at once: what it needs is loaded by the page, so Next.js is not asked for the page again. */
const show = (address: string) => window.history.replaceState(null, "", address);

/** Two states of a flow side by side: revisions, a revision and the draft, or two runs. */
export function ComparePage() {
  const saved = useDraftState((state) => state.saved);
  const asked = useSearchParams();
  const ofRuns = asked.get("of") === "runs";
  const [from, to] = [asked.get("from") ?? undefined, asked.get("to") ?? undefined];
  const own = flowAddress(saved.name, "compare");
  const choice = (
    <fieldset className="pick" aria-label="Compare">
      {(
        [
          ["Revisions", false, own],
          ["Runs", true, `${own}?of=runs`],
        ] as const
      ).map(([label, runs, address]) => (
        <label key={label}>
          <input type="radio" name="compare-of" checked={ofRuns === runs} onChange={() => show(address)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
  return (
    <main>
      <FlowHead page="compare" />
      <div className="sheet below-tabs">
        {ofRuns ? (
          <CompareRuns
            from={from}
            to={to}
            question={asked.get("question") ?? undefined}
            choice={choice}
            onShow={(left, right) => show(compareRunsAddress(saved.name, left, right))}
          />
        ) : (
          <CompareVersions
            from={from}
            to={to}
            choice={choice}
            onShow={(left, right) => show(compareAddress(saved.name, left, right))}
          />
        )}
      </div>
    </main>
  );
}
