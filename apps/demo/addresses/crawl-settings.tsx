"use client";

import { type CrawlScope, crawlLimits, crawlProblem, type Draft } from "./draft.ts";

type Properties = { draft: Draft; onChange(changes: Partial<Draft>): void };

const scopes: readonly [CrawlScope, string][] = [
  ["page", "This page"],
  ["below", "Pages below it"],
  ["site", "The site"],
];

/** How much of a site to read. */
export function CrawlSettings({ draft, onChange }: Properties) {
  const { id, scope, otherHosts } = draft;
  const problem = crawlProblem(draft);
  return (
    <>
      <div className="opt">
        <span className="label" aria-hidden="true">
          Read
        </span>
        <div className="set">
          <fieldset className="pick" aria-label="How much to read">
            {scopes.map(([value, words]) => (
              <label key={value}>
                <input
                  type="radio"
                  name={`scope-${id}`}
                  value={value}
                  checked={scope === value}
                  onChange={() => onChange({ scope: value })}
                />
                {words}
              </label>
            ))}
          </fieldset>
        </div>
      </div>
      {scope === "page" ? null : (
        <>
          <NumberSetting
            id={`pages-${id}`}
            label="At most"
            after={`pages, up to ${crawlLimits.pages.max.toLocaleString("en")}`}
            value={draft.pages}
            problem={problem.pages}
            onChange={(pages) => onChange({ pages })}
          />
          <NumberSetting
            id={`depth-${id}`}
            label="Follow"
            after={`links deep, up to ${crawlLimits.depth.max}`}
            value={draft.depth}
            problem={problem.depth}
            onChange={(depth) => onChange({ depth })}
          />
          <div className="opt">
            <span className="label">Hosts</span>
            <div className="set">
              <label className="check">
                <input
                  type="checkbox"
                  checked={otherHosts}
                  onChange={(event) => onChange({ otherHosts: event.target.checked })}
                />
                Other hosts too, when a page links to them
              </label>
            </div>
          </div>
          <p className="hint">
            One page a second from each host. It stops at 200 MB or 30 minutes. What robots.txt forbids is
            left out and counted.
          </p>
        </>
      )}
    </>
  );
}

type NumberProperties = {
  id: string;
  label: string;
  /** What follows the field, and belongs to its name. */
  after: string;
  value: string;
  problem: string | undefined;
  onChange(typed: string): void;
};

function NumberSetting({ id, label, after, value, problem, onChange }: NumberProperties) {
  return (
    <div className="opt">
      <label className="label" htmlFor={id}>
        {label}
        <span className="off"> {after}</span>
      </label>
      <div className="set">
        <input
          className="field n"
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        />
        <span aria-hidden="true">{after}</span>
        {problem === undefined ? null : (
          <span className="bad" id={`${id}-problem`}>
            {problem}
          </span>
        )}
      </div>
    </div>
  );
}
