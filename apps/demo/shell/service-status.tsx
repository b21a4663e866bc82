"use client";

import { behindWords } from "./behind-words.ts";
import { useService } from "./service.ts";
import { useTokenRefused } from "./token-refused.ts";

/** The state of the service in two words, at the top of every page. */
export function ServiceStatus() {
  const { phase, readiness } = useService();
  const isRefused = useTokenRefused();
  const behind = readiness && behindWords(readiness);
  if (phase === "asking") return null;
  if (phase === "ready" && isRefused) return <span className="conn lost onlywide">Token refused</span>;
  if (phase === "ready") return <span className="conn onlywide">{behind?.short ?? "Service ready"}</span>;
  return (
    <span className="conn lost onlywide">
      {phase === "starting" ? "Service starting" : "Service unavailable"}
    </span>
  );
}
