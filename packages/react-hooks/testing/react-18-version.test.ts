import { readFileSync } from "node:fs";
import { join } from "node:path";
import { useQuery } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { useState, version } from "react";
import { version as domVersion } from "react-dom";
import * as oldest from "react-query-min";
import { expect, test } from "vitest";

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8"));

test("these tests run with the oldest peers that package.json allows", () => {
  const { peerDependencies } = read("package.json");
  expect(peerDependencies.react.split(" || ")[0]).toBe(
    `^${read("node_modules/react18/package.json").version}`,
  );
  // React 18.0.0 calls itself 18.0.0-fc46dba67-20220329.
  expect([version, domVersion]).toEqual(Array(2).fill(expect.stringMatching(/^18\.0\.0/)));
  expect(peerDependencies["@tanstack/react-query"]).toBe(
    `^${read("node_modules/react-query-min/package.json").version}`,
  );
  expect(useQuery).toBe(oldest.useQuery);
  // There must be one React: hooks of a second copy would fail to render.
  expect(renderHook(() => useState(useQuery.name)[0]).result.current).toBe("useQuery");
});
