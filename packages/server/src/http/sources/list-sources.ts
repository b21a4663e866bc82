import { defineRoute } from "../define-route.ts";
import { presentSource } from "../present/source.ts";

export const listSources = defineRoute(
  "listSources",
  async ({ query, caller }, { listSources }) =>
    (await listSources(caller.projectId, query.file_ids)).map(presentSource),
  { failure: "Failed to retrieve sources" },
);
