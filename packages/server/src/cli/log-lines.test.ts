import { pino } from "pino";
import { expect, it } from "vitest";
import { logLines } from "./log-lines.ts";

const logged = (log: (logger: pino.Logger) => void): string => {
  let written = "";
  log(
    pino(
      { level: "info" },
      logLines((text) => {
        written += text;
      }),
    ),
  );
  return written;
};

it("a line has its time, level, message and fields", () => {
  const line = logged((logger) => logger.warn({ file: "a.pdf", pages: 3, tags: ["x"] }, "a page failed"));
  expect(line).toMatch(/^\d\d:\d\d:\d\d warn a page failed file=a\.pdf pages=3 tags=\["x"\]\n$/);
});

it("an error is followed by its stack", () => {
  const line = logged((logger) => logger.error({ err: new Error("no space") }, "request failed"));
  expect(line).toMatch(/ ERROR request failed\n {4}Error: no space\n {8}at /);
});

it("what a name contains does not steer the terminal", () => {
  const line = logged((logger) => logger.info({ file: "\u001b[2Jb\u009b1A\r.pdf" }, "read \u0007"));
  expect(line).toContain(String.raw`read \u0007 file=\u001b[2Jb\u009b1A\u000d.pdf`);
});
