import { expect, it } from "vitest";
import { splitCommand } from "./split-command.ts";

it.each([
  ["whisper-cli -m /models/base.bin", ["whisper-cli", "-m", "/models/base.bin"]],
  [`"/opt/my tools/hear" --name 'a "b" c' {wav}`, ["/opt/my tools/hear", "--name", 'a "b" c', "{wav}"]],
  ["/opt/my\\ tools/hear ''  x", ["/opt/my tools/hear", "", "x"]],
  ["C:\\tools\\hear.exe -x", ["C:\\tools\\hear.exe", "-x"]],
  ['["hear", "a b", ""]', ["hear", "a b", ""]],
  ["hear $HOME; rm *", ["hear", "$HOME;", "rm", "*"]],
])("%s", (line, words) => expect(splitCommand(line)).toEqual(words));

it.each(["", "  ", '""', "hear 'x", "[1]", "[]", "[hear"])("%j names no program", (line) =>
  expect(() => splitCommand(line)).toThrow(),
);
