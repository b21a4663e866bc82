import type { OperationId } from "@headwater/spec";

/** What a request wants to do. `authorize` and `token` get it. */
export type OperationCall = {
  operation: OperationId;
  /** `write` for operations that change sources or flows. Asking, retrieving and extracting are `read`. */
  access: "read" | "write";
  /** Name of the flow, for the operations of a flow. */
  flow?: string;
  /** Path parameters, decoded: `build_id`, `file_id`, `page_number`, `node_id`. */
  params: Record<string, string>;
};
