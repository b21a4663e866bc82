/** The parts of the process that a command uses. */
export type Terminal = {
  environment: Record<string, string | undefined>;
  stdout: NodeJS.WriteStream;
};
