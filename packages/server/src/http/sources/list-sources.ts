import { defineRoute } from "../define-route.ts";
import { answerSourceList } from "../source-list.ts";

export const listSources = defineRoute(
  "listSources",
  ({ query, caller }, rooms) => answerSourceList(rooms, caller, query),
  { elsewhere: "always", failure: "Failed to retrieve sources" },
);
