/** What a command is given of the process it runs in. */
export type Terminal = {
  environment: Record<string, string | undefined>;
  stdout: NodeJS.WriteStream;
};
