import { type OperationId, operations, type Surface } from "@headwater/spec";

/** The path of each surface. Sources also answer at the root; a flow answers by its name below `/flows`. */
const mounts: Record<Surface, readonly string[]> = {
  sources: ["", "/sources"],
  "flows-root": ["/flows"],
  flows: ["/flows/{flow_name}"],
};

/** The addresses of an operation, with `{parameters}`. */
export const addressesOf = (operationId: OperationId): string[] => {
  const { surface, path } = operations[operationId];
  return mounts[surface].map((mount) => mount + path);
};
