import { matchQuery, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { documentsKeys } from "./query-keys.ts";

const here = { baseUrl: "/api/documents" };
const there = { baseUrl: "/api/others" };

/** Whether invalidating one key reaches an entry under the other. */
function reaches(queryKey: readonly unknown[], entry: readonly unknown[]): boolean {
  const query = new QueryClient().getQueryCache().build(new QueryClient(), { queryKey: entry });
  return matchQuery({ queryKey }, query);
}

test("two services, or two flows, share nothing", () => {
  expect(reaches(documentsKeys.all(here), documentsKeys.sources(there))).toBe(false);
  const [a, b] = ["a", "b"].map((name) => ({ baseUrl: `/api/documents/flows/${name}` })) as [
    typeof here,
    typeof here,
  ];
  expect(reaches(documentsKeys.flow(a), documentsKeys.datasets(b))).toBe(false);
  expect(reaches(documentsKeys.flow(a), documentsKeys.datasets(a))).toBe(true);
});

test("`all` reaches everything of a service", () => {
  for (const key of [
    documentsKeys.readiness(here),
    documentsKeys.sources(here, { fileIds: ["f"] }),
    documentsKeys.build(here, "b"),
    documentsKeys.elements(here, "f", { type: "Table" }),
    documentsKeys.screenshot(here, "f", 1),
    documentsKeys.retrieval(here, { query: "q" }),
  ])
    expect(reaches(documentsKeys.all(here), key)).toBe(true);
});

test("short keys reach long ones", () => {
  expect(reaches(documentsKeys.sources(here), documentsKeys.sources(here, { fileIds: [] }))).toBe(true);
  expect(reaches(documentsKeys.builds(here), documentsKeys.build(here, "b"))).toBe(true);
  expect(reaches(documentsKeys.elements(here, "f"), documentsKeys.elements(here, "f", { pageSize: 5 }))).toBe(
    true,
  );
  expect(reaches(documentsKeys.elements(here, "f"), documentsKeys.elements(here, "g", {}))).toBe(false);
  expect(reaches(documentsKeys.screenshots(here, "f"), documentsKeys.screenshot(here, "f", 2, 900))).toBe(
    true,
  );
  expect(reaches(documentsKeys.retrievals(here), documentsKeys.retrieval(here, { query: "q" }))).toBe(true);
});

test("what is asked differently is kept apart", () => {
  expect(documentsKeys.screenshot(here, "f", 1, 300)).not.toEqual(documentsKeys.screenshot(here, "f", 1));
  expect(documentsKeys.elements(here, "f", { type: "Table" })).not.toEqual(
    documentsKeys.elements(here, "f", { type: "Title" }),
  );
});
