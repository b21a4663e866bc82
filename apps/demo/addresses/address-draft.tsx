"use client";

import { addressKinds } from "../sources/address.ts";
import { StatusLabel } from "../sources/status-label.tsx";
import { CrawlSettings } from "./crawl-settings.tsx";
import { type Draft, namesRepository } from "./draft.ts";
import { nameOfAddress } from "./name-of-address.ts";
import { RepositorySettings } from "./repository-settings.tsx";

type Properties = {
  draft: Draft;
  isSending: boolean;
  onChange(changes: Partial<Draft>): void;
  onRemove(): void;
};

/** An address before it is read, with its settings, and whether it can be read. */
export function AddressDraft({ draft, isSending, onChange, onRemove }: Properties) {
  const { kind, problem, refusal, note } = draft;
  const wrong = problem ?? refusal;
  const name = nameOfAddress(draft);
  const mayChange = problem === undefined;
  return (
    <section className="draft columns" aria-label={name}>
      <span className="label">{kind === undefined ? "Not known" : addressKinds[kind].name}</span>
      <div>
        <h2 className="title">
          <bdi>{name}</bdi>
        </h2>
        {mayChange && kind === "ingest-url" ? <CrawlSettings draft={draft} onChange={onChange} /> : null}
        {mayChange && namesRepository(draft) ? (
          <RepositorySettings draft={draft} onChange={onChange} />
        ) : null}
        {mayChange && kind === "ingest-github" ? (
          <p className="hint">
            Up to 2,000 files and 200 MB. Nothing in the repository is run; pictures, archives and other
            people’s packages are left out and counted.
          </p>
        ) : null}
        {mayChange && kind === "ingest-youtube" ? (
          <p className="hint">Its captions are read, with their times. A video without captions is not.</p>
        ) : null}
      </div>
      <div className="stat">
        {wrong === undefined ? (
          <StatusLabel
            shape={isSending ? "busy" : "ready"}
            words={isSending ? "Adding" : "Ready to be read"}
          />
        ) : (
          <StatusLabel shape="fail" words="Not added" />
        )}
        <p className="why" role={wrong === undefined ? undefined : "alert"}>
          {wrong ?? note}
        </p>
        <div className="way cluster">
          {refusal === undefined ? null : (
            <button type="button" className="link" onClick={() => onChange({})}>
              Try it again
            </button>
          )}
          {isSending ? null : (
            <button type="button" className="link" onClick={onRemove}>
              Leave it out
            </button>
          )}
        </div>
      </div>
    </section>
  );
}
