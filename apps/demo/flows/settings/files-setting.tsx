"use client";

import { useSources } from "@headwater/react-hooks";
import { useId } from "react";
import { readySources } from "../../scope/ready-sources.ts";
import { ScopeChooser } from "../../scope/scope-chooser.tsx";

type Properties = { label: string; value: unknown; onValue(value: unknown): void };

/** Chooses the sources of a dataset. It keeps their names, as the contract does. */
export function FilesSetting({ label, value, onValue }: Properties) {
  const sources = useSources();
  const id = useId();
  const names = Array.isArray(value) ? (value as string[]) : [];
  const ready = sources.data && readySources(sources.data, undefined);
  const chosen = ready?.filter(({ file_name }) => names.includes(file_name));
  const gone = sources.data
    ? names.filter((name) => !sources.data.some(({ file_name }) => file_name === name))
    : [];
  return (
    <div className="grp">
      <span className="fl" id={id}>
        {label}
      </span>
      <ScopeChooser
        className="whole"
        sources={ready}
        scope={
          chosen && ready && chosen.length === ready.length && ready.length > 0
            ? undefined
            : (chosen ?? []).map(({ file_id }) => file_id)
        }
        labelledBy={id}
        onScope={(scope) =>
          onValue([
            ...new Set(
              (ready ?? [])
                .filter(({ file_id }) => !scope || scope.includes(file_id))
                .map(({ file_name }) => file_name),
            ),
          ])
        }
      />
      <p className="hint">
        {names.length === 0
          ? "No file is chosen yet."
          : "Files that are added later do not join by themselves."}
      </p>
      {gone.length > 0 ? (
        <p className="hint bad">
          Not there any more: {gone.join(", ")}.{" "}
          <button
            type="button"
            className="link"
            onClick={() => onValue(names.filter((name) => !gone.includes(name)))}
          >
            Take them out
          </button>
        </p>
      ) : null}
    </div>
  );
}
