import { printable } from "../printable.ts";
import type { Terminal } from "../terminal.ts";

/** Writes a line. */
export const print = ({ stdout }: Terminal, line: string): void => void stdout.write(`${printable(line)}\n`);

/** Writes JSON that a person can read and a program can parse. */
export const printJson = (terminal: Terminal, value: unknown): void =>
  print(terminal, JSON.stringify(value, null, 2));
