"use client";

import { useService } from "./service.ts";
import { isUnreachable, troubleOf } from "./trouble.ts";

type Properties = { error: unknown; action?: string; onAction?: () => void };

/** The error of a query where its content would be, with the way out beside it. */
export function TroubleNote({ error, action, onAction }: Properties) {
  const { phase } = useService();
  if (phase !== "ready" && isUnreachable(error)) {
    // The head of the page says it already, and asks again by itself.
    return <p className="faint">This appears as soon as the service answers.</p>;
  }
  const { what, help } = troubleOf(error, true);
  return (
    <div role="alert">
      <p className="silent trouble">
        <b>{what}</b> {help}
      </p>
      {action && onAction ? (
        <button type="button" className="btn way-out" onClick={onAction}>
          {action}
        </button>
      ) : null}
    </div>
  );
}
