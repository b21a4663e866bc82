import { type Program, type ProgramEnd, startProgram } from "./start-program.ts";

export type ProgramResult = ProgramEnd & {
  output: Buffer;
  /** The output was longer than it may be; the program was stopped and `output` is its beginning. */
  isCut: boolean;
};

/** Runs a program to its end and gathers its output. Rejects with the signal's reason on abort. */
export async function runProgram(program: Program, maxOutputBytes: number): Promise<ProgramResult> {
  const running = startProgram(program);
  const pieces: Buffer[] = [];
  let size = 0;
  running.output.on("data", (piece: Buffer) => {
    if (size <= maxOutputBytes) pieces.push(piece);
    size += piece.length;
    if (size > maxOutputBytes) running.stop();
  });
  running.output.on("error", () => undefined);
  const end = await running.ended;
  program.signal?.throwIfAborted();
  return { ...end, output: Buffer.concat(pieces), isCut: size > maxOutputBytes };
}
