"use client";

import { useService } from "./service.ts";
import { isTokenRefused, isUnreachable, troubleOf } from "./trouble.ts";

type Properties = { error: unknown; action?: string; onAction?: () => void };

/** Shows the error of a query in the place of its content, with an action that may help. */
export function TroubleNote({ error, action, onAction }: Properties) {
  const { phase } = useService();
  if (phase !== "ready" && isUnreachable(error)) {
    // The top of the page says it already and tries again by itself.
    return <p className="faint">This appears as soon as the service answers.</p>;
  }
  if (isTokenRefused(error)) {
    return <p className="faint">This appears as soon as the service accepts the workbench's token.</p>;
  }
  const { what, help } = troubleOf(error, true);
  return (
    <div role="alert">
      <p className="silent trouble">
        <b>{what}</b> {help}
      </p>
      {action && onAction ? (
        <button type="button" className="btn trouble-action" onClick={onAction}>
          {action}
        </button>
      ) : null}
    </div>
  );
}
