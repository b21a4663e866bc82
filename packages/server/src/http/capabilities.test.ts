import { expect, test } from "vitest";
import { capabilitiesOf } from "./capabilities.ts";

test("what was not composed is no capability", () => {
  expect(capabilitiesOf(["retrieve", "listSources"])).toEqual(["retrieve"]);
  expect(capabilitiesOf([])).toEqual([]);
});
