import { defineRoute } from "../define-route.ts";
import { presentRetention } from "../present/retention.ts";

export const getRetention = defineRoute(
  "getRetention",
  async ({ caller }, { retention }) => presentRetention(await retention.of(caller.projectId)),
  { failure: "Failed to retrieve retention" },
);
