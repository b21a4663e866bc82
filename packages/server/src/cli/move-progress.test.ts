import { describe, expect, it } from "vitest";
import { createMoveProgress } from "./move-progress.ts";

function setUp(isTTY: boolean) {
  let now = 0;
  let text = "";
  const stdout = {
    isTTY,
    write(written: string) {
      text += written;
    },
  };
  const progress = createMoveProgress(stdout as never, () => now);
  return {
    progress,
    pass(ms: number) {
      now += ms;
    },
    latest: () => text.split("\u001b[K").at(-1),
    text: () => text,
  };
}

describe("the progress of a move", () => {
  it("estimates the end of a step from what was done since it began, not from what was there before", () => {
    const { progress, pass, latest } = setUp(true);
    progress.show("rows", 5_000, 10_000);
    expect(latest()).toBe("Copying rows: 50 %");
    pass(10_000);
    progress.show("rows", 6_000, 10_000);
    expect(latest()).toBe("Copying rows: 60 %, about 40 s left");
    progress.show("rows", 5_100, 10_000);
    expect(latest()).toBe("Copying rows: 51 %, about 9 min left");
    progress.show("checking rows", 0, 10_000);
    expect(latest()).toBe("Comparing rows: 0 %");
  });

  it("says how many documents are waited for", () => {
    const { progress, latest } = setUp(true);
    progress.show("waiting", 0, 2);
    expect(latest()).toBe("Waiting for documents that are being read: 2");
  });

  it("writes one line for each step where the output goes to a file", () => {
    const { progress, text } = setUp(false);
    progress.show("rows", 1, 1_200);
    progress.show("rows", 600, 1_200);
    progress.show("files", 0, 0);
    progress.show("checking files", 1, 3);
    expect(text()).toBe("Copying rows: 1,200\nComparing files: 3\n");
  });
});
