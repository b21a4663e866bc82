import flowsSpec from "@headwater/spec/flows.json" with { type: "json" };
import sourcesSpec from "@headwater/spec/sources.json" with { type: "json" };
import { createReadRequests } from "../http/read-request.ts";
import type { SpecDocument } from "../http/request-schema.ts";
import type { RequestReaders } from "../http/run-operation.ts";

/** The contract as OpenAPI, by document. */
export const spec = {
  sources: sourcesSpec as unknown as SpecDocument,
  flows: flowsSpec as unknown as SpecDocument,
};

export const createRequestReaders = (): RequestReaders => ({
  sources: createReadRequests(spec.sources),
  flows: createReadRequests(spec.flows),
});
