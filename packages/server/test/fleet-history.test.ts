import { expect, it } from "vitest";
import { isLinearizable, type Operation } from "../testing/fleet/history.ts";

const operation = (
  kind: Operation["kind"],
  [start, end]: [number, number],
  value: string | null = null,
  outcome: Operation["outcome"] = "done",
): Operation => ({ kind, value, start, end, outcome, client: "one" });

const created = operation("create", [0, 1], "a");

it("takes histories that an order explains", () => {
  for (const history of [
    [
      created,
      operation("read", [2, 3], "a"),
      operation("delete", [4, 5]),
      operation("read", [6, 7], null, "absent"),
    ],
    // Both orders of what happens at the same time.
    [
      created,
      operation("write", [2, 9], "b"),
      operation("read", [3, 4], "b"),
      operation("read", [5, 6], "b"),
    ],
    [
      created,
      operation("write", [2, 9], "b"),
      operation("read", [3, 4], "a"),
      operation("read", [5, 6], "b"),
    ],
    // What has no answer happens late, or never.
    [created, operation("delete", [2, 3], null, "unknown"), operation("read", [4, 5], "a")],
    [created, operation("delete", [2, 3], null, "unknown"), operation("read", [4, 5], null, "absent")],
    [
      operation("create", [0, 1], "a", "unknown"),
      operation("read", [2, 3], null, "absent"),
      operation("read", [4, 5], "a"),
    ],
    // The second of two deletions that both had no answer finds nothing.
    [created, operation("delete", [2, 3], null, "unknown"), operation("delete", [4, 5], null, "absent")],
  ])
    expect(isLinearizable(history), JSON.stringify(history)).toBe(true);
});

it("refuses what no order explains", () => {
  for (const history of [
    // Lost.
    [created, operation("read", [2, 3], null, "absent")],
    // Back after its deletion.
    [created, operation("delete", [2, 3]), operation("read", [4, 5], "a")],
    // An older value after a newer one was seen.
    [
      created,
      operation("write", [2, 9], "b"),
      operation("read", [3, 4], "b"),
      operation("read", [5, 6], "a"),
    ],
    // Gone, and there again, by one deletion.
    [
      created,
      operation("delete", [2, 3], null, "unknown"),
      operation("read", [4, 5], null, "absent"),
      operation("read", [6, 7], "a"),
    ],
    [created, operation("write", [2, 3], "b"), operation("read", [4, 5], "a")],
    [created, operation("delete", [2, 3]), operation("delete", [4, 5])],
    [operation("read", [0, 1], "a"), operation("create", [2, 3], "a")],
  ])
    expect(isLinearizable(history), JSON.stringify(history)).toBe(false);
});
