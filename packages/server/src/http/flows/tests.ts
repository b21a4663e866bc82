import { defineRoute } from "../define-route.ts";
import { pageFields } from "../present/flow-run.ts";
import { presentRunCase, presentTests } from "../present/flow-tests.ts";
import { readFlowPage } from "./flow-page.ts";

export const getTests = defineRoute(
  "getTests",
  async ({ flow, caller }, { findFlow, flowRooms }) =>
    presentTests(await flowRooms.tests(await findFlow.toRead(caller.projectId, flow))),
  { elsewhere: "always", failure: "Failed to retrieve tests" },
);

export const listRunCases = defineRoute(
  "listRunCases",
  async ({ flow, params, query, caller }, { findFlow, flowRooms }) => {
    const page = readFlowPage(query);
    const found = await findFlow.toRead(caller.projectId, flow);
    const { cases, total } = await flowRooms.runCases(found, params.run_id, {
      page,
      question: query.question,
    });
    return { cases: cases.map(presentRunCase), ...pageFields(total, page) };
  },
  { elsewhere: "always", failure: "Failed to retrieve questions of the run" },
);
