"use client";

import { useService } from "./service.ts";

/** The state of the service in two words, at the top of every page. */
export function ServiceStatus() {
  const { phase } = useService();
  if (phase === "asking") return null;
  if (phase === "ready") return <span className="conn">Service ready</span>;
  return (
    <span className="conn lost">{phase === "starting" ? "Service starting" : "Service unavailable"}</span>
  );
}
