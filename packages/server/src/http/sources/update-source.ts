import { readTags } from "../../sources/read-tags.ts";
import { defineRoute } from "../define-route.ts";
import { presentSource } from "../present/source.ts";

export const updateSource = defineRoute(
  "updateSource",
  async ({ params, body, caller }, { tagSource }) =>
    presentSource(await tagSource(caller.projectId, params.file_id, readTags(body.tags))),
  { failure: "Failed to update source", stores: true },
);
