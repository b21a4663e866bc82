import { defineRoute } from "../define-route.ts";
import { answerSourceList } from "../source-list.ts";

/** The list of sources for more ids than fit into an address. */
export const listSourcesByBody = defineRoute(
  "listSourcesByBody",
  ({ body, caller }, rooms) => answerSourceList(rooms, caller, body),
  { elsewhere: "always", failure: "Failed to retrieve sources" },
);
