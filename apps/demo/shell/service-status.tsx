"use client";

import { behindWords } from "./behind-words.ts";
import { useService } from "./service.ts";

/** The state of the service in two words, at the top of every page. */
export function ServiceStatus() {
  const { phase, readiness } = useService();
  const behind = readiness && behindWords(readiness);
  if (phase === "asking") return null;
  if (phase === "ready") return <span className="conn">{behind?.short ?? "Service ready"}</span>;
  return (
    <span className="conn lost">{phase === "starting" ? "Service starting" : "Service unavailable"}</span>
  );
}
