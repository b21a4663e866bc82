import { type OperationId, operations } from "@headwater/spec";
import { addressesOf } from "./surface.ts";

/** Finds the methods that the operations at an address answer; none when the address is unknown. */
export function createAllowedMethods(served: readonly OperationId[]): (url: string) => string[] {
  const patterns = served.flatMap((operationId) =>
    addressesOf(operationId).map((address) => ({
      methods: withHead(operations[operationId].method),
      pattern: new RegExp(`^${address.replace(/\/$/, "").replace(/\{[^}]+\}/g, "[^/]+")}/?$`),
    })),
  );
  return (url) => {
    const path = url.split("?")[0] ?? "";
    const found = patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => methods))];
  };
}

/** HEAD is answered wherever GET is answered. */
const withHead = (method: string): string[] => (method === "GET" ? ["GET", "HEAD"] : [method]);
