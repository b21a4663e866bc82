import { defineRoute } from "../define-route.ts";
import { presentProjectUsage } from "../present/project-usage.ts";

export const getUsage = defineRoute(
  "getUsage",
  async ({ caller, query }, { readUsage }) =>
    presentProjectUsage(caller.projectName, await readUsage(caller.projectId, query.days ?? 1)),
  { failure: "Failed to retrieve usage" },
);
