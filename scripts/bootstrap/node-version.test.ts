import { expect, test } from "vitest";
import { nodeVersionProblem } from "./node-version.mjs";

test.each(["20.0.0", "22.18.0", "24.21.0", "100.0.0"])("%s will do", (version) => {
  expect(nodeVersionProblem(version)).toBeUndefined();
});

test.each(["18.20.8", "16.0.0", "8.17.0"])("%s is told what to get", (version) => {
  expect(nodeVersionProblem(version)).toContain(`needs Node.js 20 or newer to start; this is ${version}`);
});
