import { afterEach, expect, test, vi } from "vitest";
import { createProgram } from "./program.ts";
import { runProgram } from "./run-program.ts";

afterEach(() => void vi.restoreAllMocks());

test.each([
  ["no file to test", ["flow", "test"]],
  ["an option that the command does not have", ["flow", "diff", "support", "--form", "1"]],
  ["a command that is not there", ["flow", "tset", "support.yaml"]],
  ["a value that an option does not take", ["flow", "run", "support", "--page", "0"]],
  ["no command", ["flow"]],
])(
  "a command line that can't be tried ends with 2, and not as one that found a difference: %s",
  async (_, args) => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const program = createProgram({ environment: {}, stdout: process.stdout });
    expect(await runProgram(program, ["node", "headwater", ...args])).toBe(2);
    expect(written).toHaveBeenCalled();
  },
);

test.each([[["--version"]], [["flow", "test", "--help"]]])("%s ends with 0", async (args) => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const program = createProgram({ environment: {}, stdout: process.stdout });
  expect(await runProgram(program, ["node", "headwater", ...args])).toBe(0);
});
