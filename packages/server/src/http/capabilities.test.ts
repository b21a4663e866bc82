import { expect, test } from "vitest";
import { capabilitiesOf } from "./capabilities.ts";

test("a part that was not composed is not a capability", () => {
  expect(capabilitiesOf(["retrieve", "listSources"])).toEqual(["retrieve"]);
  expect(capabilitiesOf([])).toEqual([]);
});
