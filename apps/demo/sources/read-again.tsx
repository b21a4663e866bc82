"use client";

import { type Method, type Source, unwrap } from "@headwater/client";
import { useDocuments } from "@headwater/react-hooks";
import { useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { BusyButton } from "../shell/busy-button.tsx";
import { troubleOf } from "../shell/trouble.ts";
import { nameOfSource } from "./kinds.ts";
import { methodWords } from "./method-words.ts";
import { Question } from "./question.tsx";
import { useWorks } from "./several/works-provider.tsx";

/** Reads a source again, with the same or another method of the service. The old content stays until then. */
export const ReadAgain = ({ source, onClose }: { source: Source; onClose(): void }) => (
  <ReadSeveralAgain sources={[source]} onClose={onClose} />
);

/** Reads sources again, all with one method. */
export function ReadSeveralAgain({ sources, onClose }: { sources: readonly Source[]; onClose(): void }) {
  const { methods, can } = useAbilities();
  const [first] = sources;
  const [method, setMethod] = useState<Method | undefined>(methodOf(sources) ?? methods[0]);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Error>();
  const { sources: client } = useDocuments();
  const works = useWorks();
  const start = async () => {
    setBusy(true);
    const work = works.start("read-again", sources, ({ file_id }) =>
      unwrap(client.POST("/reprocess", { body: { file_id, ...(method ? { method } : {}) } })),
    );
    // For several, a line of its own shows the progress, and what failed.
    if (sources.length > 1) return onClose();
    const failures = await work;
    setBusy(false);
    const [error] = failures.values();
    if (!error) return onClose();
    setFailed(error);
  };
  const label = first && sources.length === 1 ? `Read ${nameOfSource(first)} again` : "Read the chosen again";
  return (
    <Question label={label} onClose={onClose}>
      {methods.length > 1 ? (
        <span className="pick">
          {methods.map((offered, index) => (
            <label key={offered}>
              <input
                type="radio"
                name={`method-${first?.file_id}-${sources.length}`}
                value={offered}
                checked={method === offered}
                onChange={() => setMethod(offered)}
                {...(index === 0 ? { "data-first": true } : {})}
              />
              {offered}
            </label>
          ))}
        </span>
      ) : null}
      <BusyButton
        className="btn main"
        onClick={() => void start()}
        isBusy={isBusy}
        {...(methods.length > 1 ? {} : { "data-first": true })}
      >
        {isBusy
          ? "Starting"
          : sources.length === 1
            ? "Read again"
            : `Read ${sources.length.toLocaleString("en")} again`}
      </BusyButton>
      <button type="button" className="btn" onClick={onClose}>
        Leave {sources.length === 1 ? "it" : "them"}
      </button>
      <p className="faint" role={failed ? "alert" : undefined}>
        {failed ? (
          <span className="bad">{failureWords(failed)}</span>
        ) : (
          `${method ? methodWords(method, can("vision")) : ""} What was read before stays until then.`
        )}
      </p>
    </Question>
  );
}

/** The method that all of them were read by. */
function methodOf(sources: readonly Source[]): Method | undefined {
  const methods = new Set(sources.map(({ method }) => method));
  return methods.size === 1 ? (sources[0]?.method ?? undefined) : undefined;
}

function failureWords(error: Error): string {
  const { what, help } = troubleOf(error);
  return `${what} ${help}`;
}
