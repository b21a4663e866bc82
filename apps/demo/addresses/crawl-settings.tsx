"use client";

import { useAbilities } from "../shell/abilities.ts";
import { type CrawlScope, crawlLimits, crawlProblem, type Draft } from "./draft.ts";

type Properties = { draft: Draft; onChange(changes: Partial<Draft>): void };

const scopes: readonly [CrawlScope, string][] = [
  ["page", "This page"],
  ["below", "Pages below it"],
  ["site", "The site"],
];

/** How much of a site to read, and how. */
export function CrawlSettings({ draft, onChange }: Properties) {
  const { id, scope, otherHosts, isRendered } = draft;
  const { can } = useAbilities();
  const problem = crawlProblem(draft);
  return (
    <>
      <div className="opt columns">
        <span className="label" aria-hidden="true">
          Read
        </span>
        <div className="set cluster">
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
          <TickSetting
            label="Hosts"
            words="Other hosts too, when a page links to them"
            isTicked={otherHosts}
            onTick={(ticked) => onChange({ otherHosts: ticked })}
          />
        </>
      )}
      {can("ingest-url-rendered") ? (
        <TickSetting
          label="Scripts"
          words="Open it in a browser first, when its scripts make the text"
          isTicked={isRendered}
          onTick={(ticked) => onChange({ isRendered: ticked })}
        />
      ) : null}
      {scope === "page" ? null : (
        <p className="hint">
          One page a second from each host. It stops at 200 MB or 30 minutes. What robots.txt forbids is left
          out and counted.
        </p>
      )}
    </>
  );
}

type TickProperties = { label: string; words: string; isTicked: boolean; onTick(isTicked: boolean): void };

function TickSetting({ label, words, isTicked, onTick }: TickProperties) {
  return (
    <div className="opt columns">
      <span className="label">{label}</span>
      <div className="set cluster">
        <label className="check strip">
          <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.target.checked)} />
          {words}
        </label>
      </div>
    </div>
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
    <div className="opt columns">
      <label className="label" htmlFor={id}>
        {label}
        <span className="off"> {after}</span>
      </label>
      <div className="set cluster">
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
