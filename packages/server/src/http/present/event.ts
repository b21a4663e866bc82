import type { ProjectEvent as WireEvent } from "@headwater/spec";
import type { EventFacts, ProjectEvent } from "../../events/event.ts";

/** The same in the feed and in webhooks. */
export const presentEvent = ({ number, at, ...facts }: ProjectEvent): WireEvent =>
  ({
    id: String(number),
    type: facts.type,
    timestamp: at.toISOString(),
    data: presentData(facts),
  }) as WireEvent;

function presentData(facts: EventFacts) {
  switch (facts.type) {
    case "build.completed":
    case "build.failed":
    case "build.cancelled":
      return { build_id: facts.data.buildId, file_id: facts.data.fileId };
    case "source.deleted":
      return { file_id: facts.data.fileId };
    case "flow.deployed":
    case "flow.rolled_back":
      return { flow_name: facts.data.flowName, revision_id: facts.data.revisionId };
    case "flow.undeployed":
      return { flow_name: facts.data.flowName };
    case "run.ended": {
      const { flowName, runId, kind, state } = facts.data;
      return { flow_name: flowName, run_id: runId, kind, state };
    }
    case "limit.reached":
      return { limit: facts.data.limit };
  }
}
