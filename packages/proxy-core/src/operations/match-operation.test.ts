import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, operationIds, operations } from "../../testing/conformance/examples.ts";
import { createMatchOperation } from "./match-operation.ts";

const match = createMatchOperation(operationIds);

test.each(operationIds)("%s is found at its address, with and without a slash and a query", (operation) => {
  const { method } = operations[operation];
  for (const target of [
    addressOf(operation),
    `${addressOf(operation)}/`.replace("//", "/"),
    `${addressOf(operation)}?x=1`,
  ])
    expect(match(method, target)).toMatchObject({ kind: "operation", call: { operation } });
});

test("whatever the target, what goes upstream is spelled as the contract spells it", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "/",
      "//",
      "..",
      ".",
      "%2e",
      "%2f",
      "%5c",
      "%25",
      "%00",
      "\\",
      "?",
      "#",
      ";",
      "@",
      ":",
      "é",
    ),
    fc.constantFrom(
      "builds",
      "flows",
      "sources",
      "datasets",
      "pages",
      "screenshot",
      "support",
      "b1",
      "1",
      "delete",
    ),
    fc.string({ maxLength: 3 }),
  );
  const clean =
    /^\/(?:$|[a-z-]+$|builds\/[^/]+$|[^/]+\/pages\/[^/]+\/screenshot$|(?:datasets|chunking|retrieval|reranking|smart-rag|graph-rag|raptor-rag|llm)\/[^/]+$|nodes\/(?:results|simulate)$)/;
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 9 }).map((pieces) => `/${pieces.join("")}`),
      fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
      (target, method) => {
        const found = match(method, target);
        if (found.kind !== "operation") return;
        expect(found.path).toMatch(clean);
        expect(found.path).not.toMatch(/%2f|%5c|%25|%00|\\|\?|#|\/\.{1,2}(?:\/|$)/i);
        expect(found.query).not.toMatch(/[#\\\s]/);
        if (found.call.flow !== undefined) expect(found.call.flow).toMatch(/^[a-z0-9-]{1,63}$/);
        for (const value of Object.values(found.call.params)) expect(value).not.toMatch(/[/\\%?#]|^\.{1,2}$/);
      },
    ),
    { numRuns: 3_000 },
  );
});

test("a build or token called content is no original file, in whichever order operations are allowed", () => {
  const inOtherOrder = createMatchOperation([...operationIds].reverse());
  for (const find of [match, inOtherOrder]) {
    expect(find("GET", "/builds/content")).toMatchObject({ call: { operation: "getBuild" } });
    expect(find("DELETE", "/tokens/content")).toMatchObject({ call: { operation: "deleteToken" } });
    expect(find("HEAD", "/f1/content")).toMatchObject({ call: { operation: "getSourceContent" } });
  }
});
