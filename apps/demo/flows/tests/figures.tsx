import type { FlowRun } from "@headwater/spec";
import { Spark } from "./spark.tsx";
import { figureWords, isBelow, isGreen, measureNames, measures } from "./test-words.ts";

/** The mean of each measure: now, in the last test in which all was well, what is needed, and over the last tests. */
export function Figures({ runs }: { runs: readonly FlowRun[] }) {
  const [latest, ...earlier] = runs;
  const tests = latest?.tests;
  if (!tests) return null;
  const green = earlier.find(isGreen)?.tests;
  const shown = measures.filter(
    (measure) =>
      tests.needed[measure] !== undefined ||
      runs.some((run) => typeof run.tests?.measures[measure] === "number"),
  );
  return (
    <section aria-label="Figures">
      <div className="sect cluster">
        <h2 className="h2">Figures</h2>
      </div>
      <table className="res figs">
        <thead>
          <tr>
            <th>Figure</th>
            <th className="r">Now</th>
            <th className="r">Last green</th>
            <th className="r">Needed</th>
            <th className="sp2">Last {runs.length === 1 ? "run" : `${runs.length} runs`}, dotted: needed</th>
            <th className="onlywide">What it says</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((measure) => {
            const [name, says] = measureNames[measure];
            const low = isBelow(tests, measure);
            return (
              <tr key={measure}>
                <td>{name}</td>
                <td className="r now">
                  <span className={low ? "st fail" : undefined}>{figureWords(tests.measures[measure])}</span>
                </td>
                <td className="r" data-l="Last green">
                  {green ? figureWords(green.measures[measure]) : "none yet"}
                </td>
                <td className="r" data-l="Needed">
                  {tests.needed[measure] === undefined ? "nothing" : figureWords(tests.needed[measure])}
                </td>
                <td className="sp2">
                  <Spark
                    values={runs.toReversed().map((run) => run.tests?.measures[measure] ?? null)}
                    needed={tests.needed[measure]}
                    isLow={low}
                  />
                </td>
                <td className="faint onlywide">{says}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
