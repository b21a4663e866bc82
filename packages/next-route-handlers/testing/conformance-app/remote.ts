/** What the app learns about the options of a scenario. */
export type OptionsDescription = {
  /** The options that are plain data. */
  data: Record<string, unknown>;
  /** Names of the options that are functions or contain them. */
  callbacks: string[];
};

export type RemoteAnswer = { value: unknown } | { error: string };
