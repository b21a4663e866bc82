import type { OperationId } from "@headwater/spec";
import type { HeaderLookup } from "../plan.ts";

/** Whether a request asks the service to hold back its answer (RFC 7240). */
export const waits = (header: HeaderLookup): boolean => /(?:^|[,;\s])wait\s*=/i.test(header("prefer") ?? "");

/** Whether a request waits for a build and asks for its state only. With elements an answer could be very large. */
export const isSharedPoll = (
  operation: OperationId,
  method: string,
  query: string,
  header: HeaderLookup,
): boolean =>
  operation === "getBuild" &&
  method === "GET" &&
  waits(header) &&
  /(?:^|&)suppress_elements=(?:true|1|yes)(?:&|$)/i.test(query);
