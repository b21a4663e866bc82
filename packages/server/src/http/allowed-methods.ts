import { type OperationId, operations } from "@headwater/spec";
import { addressesOf, addressPattern } from "./surface.ts";

/** Finds the methods that the operations at an address answer; none when the address is unknown. */
export function createAllowedMethods(served: readonly OperationId[]): (url: string) => string[] {
  const patterns = served.flatMap((operationId) =>
    addressesOf(operationId).map((address) => ({
      depth: fixedDepthOf(address),
      methods: withHead(operations[operationId].method),
      pattern: addressPattern(operationId, address),
    })),
  );
  return (url) => {
    const path = url.split("?")[0] ?? "";
    const matching = patterns.filter(({ pattern }) => pattern.test(path));
    // `/flows/create` is not the flow `create`.
    const depth = Math.max(...matching.map((each) => each.depth));
    const found = matching.filter((each) => each.depth === depth);
    return [...new Set(found.flatMap(({ methods }) => methods))];
  };
}

/** How far an address goes before its first parameter. The one that goes farther is meant. */
const fixedDepthOf = (address: string): number => `${address}{`.indexOf("{");

/** HEAD is answered wherever GET is answered. */
const withHead = (method: string): string[] => (method === "GET" ? ["GET", "HEAD"] : [method]);
