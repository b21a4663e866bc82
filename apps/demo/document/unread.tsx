"use client";

import type { Build, Source } from "@headwater/client";
import { BuildProgress } from "@headwater/react-hooks";
import { stateOfSource } from "../sources/state.ts";
import { StatusLabel } from "../sources/status-label.tsx";
import { Told } from "../sources/told.tsx";

/** Shown for a source that has no content to show, or none yet. */
export function Unread({ source, build }: { source: Source; build: Build | undefined }) {
  const state = stateOfSource(source, build);
  return (
    <div className="sheet unread">
      {state.shape === "fail" ? (
        <>
          <p className="silent trouble" role="alert">
            <b>This could not be read.</b> {state.why}
          </p>
          <Told original={state.told} />
        </>
      ) : (
        <>
          <p role="status">
            <StatusLabel {...state} />
          </p>
          <p className="lead">The pages and the text appear here as soon as all of it is read.</p>
          {build ? (
            <BuildProgress build={build} className="thread">
              {() => <span style={{ width: `${100 * (state.fraction ?? 0)}%` }} />}
            </BuildProgress>
          ) : null}
        </>
      )}
    </div>
  );
}
