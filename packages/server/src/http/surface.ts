import { bareIdPattern, isBareIdPath, type OperationId, operations, type Surface } from "@headwater/spec";

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

const isBareId = (operationId: OperationId): boolean => isBareIdPath(operations[operationId].path);

/** The pattern of an address in the router's language. */
export const routerUrl = (operationId: OperationId, address: string): string => {
  const url = address.replace(/\{(\w+)\}/g, ":$1") || "/";
  return isBareId(operationId) ? `${url}(^${bareIdPattern}$)` : url;
};

/** The pattern of an address as a regular expression. One trailing slash makes no difference. */
export const addressPattern = (operationId: OperationId, address: string): RegExp => {
  const parameter = isBareId(operationId) ? bareIdPattern : "[^/]+";
  return new RegExp(`^${address.replace(/\/$/, "").replace(/\{\w+\}/g, parameter)}/?$`);
};
