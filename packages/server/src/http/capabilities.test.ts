import { expect, test } from "vitest";
import { capabilitiesOf } from "./capabilities.ts";
import type { Rooms } from "./rooms.ts";

test("what was not composed is no capability", () => {
  const retrieve: Rooms["retrieve"] = async () => [];
  expect(capabilitiesOf({ retrieve })).toEqual(["retrieve"]);
  expect(capabilitiesOf({})).toEqual([]);
});
