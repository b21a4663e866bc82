/** What the app is told about the options of a scenario. */
export type OptionsDescription = {
  /** Those that are plain data. */
  data: Record<string, unknown>;
  /** Names of those that are functions, or made of them. */
  callbacks: string[];
};

export type RemoteAnswer = { value: unknown } | { error: string };
