import type { ProjectUsage } from "@headwater/spec";

const number = (value: number) => value.toLocaleString("en");

/** Days on which something was used, the newest first, each with the models that were called. */
export function DaysTable({ days }: { days: ProjectUsage["days"] }) {
  if (days.length === 0) return <p className="faint">Nothing was asked or read in the last 30 days.</p>;
  return (
    <div className="days">
      <h2 className="h2">The last 30 days</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section className="res-wide" tabIndex={0} aria-label="Usage by day">
        <table className="res">
          <thead>
            <tr>
              <th>Day</th>
              <th className="r">Questions</th>
              <th className="r">Pages</th>
              <th>Model</th>
              <th className="r">Calls</th>
              <th className="r">Tokens in</th>
              <th className="r">Tokens out</th>
              <th className="r">Seconds</th>
            </tr>
          </thead>
          <tbody>
            {days.flatMap(({ day, questions, pages, models }) =>
              (models.length === 0 ? [undefined] : models).map((used, place) => (
                <tr key={`${day} ${used?.purpose} ${used?.model}`}>
                  <td>{place === 0 ? day : null}</td>
                  <td className="r">{place === 0 ? number(questions) : null}</td>
                  <td className="r">{place === 0 ? number(pages) : null}</td>
                  <td>{used ? `${used.model} (${used.purpose})` : null}</td>
                  <td className="r">{used ? number(used.calls) : null}</td>
                  <td className="r">{used ? number(used.tokens_in) : null}</td>
                  <td className="r">{used ? number(used.tokens_out) : null}</td>
                  <td className="r">{used ? number(Math.round(used.model_ms / 1000)) : null}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </section>
    </div>
  );
}
