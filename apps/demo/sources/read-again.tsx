"use client";

import type { Method, Source } from "@headwater/client";
import { useReprocess } from "@headwater/react-hooks";
import { useState } from "react";
import { useAbilities } from "../shell/abilities.ts";
import { troubleOf } from "../shell/trouble.ts";
import { nameOfSource } from "./kinds.ts";
import { methodWords } from "./method-words.ts";
import { Question } from "./question.tsx";

/** Reads a source again, with the same or another method of the service. The old content stays until then. */
export function ReadAgain({ source, onClose }: { source: Source; onClose(): void }) {
  const { methods, can } = useAbilities();
  const [method, setMethod] = useState<Method | undefined>(source.method ?? methods[0]);
  const reprocess = useReprocess();
  const start = () =>
    reprocess.mutate({ file_id: source.file_id, ...(method ? { method } : {}) }, { onSuccess: onClose });
  const trouble = reprocess.error ? troubleOf(reprocess.error) : undefined;
  return (
    <Question label={`Read ${nameOfSource(source)} again`} onClose={onClose}>
      {methods.length > 1 ? (
        <span className="pick">
          {methods.map((offered, index) => (
            <label key={offered}>
              <input
                type="radio"
                name={`method-${source.file_id}`}
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
      <button
        type="button"
        className="btn main"
        onClick={start}
        disabled={reprocess.isPending}
        aria-busy={reprocess.isPending}
        {...(methods.length > 1 ? {} : { "data-first": true })}
      >
        {reprocess.isPending ? "Starting" : "Read again"}
      </button>
      <button type="button" className="btn" onClick={onClose}>
        Leave it
      </button>
      <p className="faint">
        {trouble ? (
          <span className="bad">{`${trouble.what} ${trouble.help}`}</span>
        ) : (
          `${method ? methodWords(method, can("vision")) : ""} What was read before stays until then.`
        )}
      </p>
    </Question>
  );
}
