import type { SkipToken } from "@tanstack/react-query";

/**
 * The type of options that are complete. They always load, so they fit hooks that cannot wait, such as
 * `useSuspenseQuery`.
 */
export type Loads<Options extends { queryFn?: unknown }> = Omit<Options, "queryFn"> & {
  queryFn?: Exclude<Options["queryFn"], SkipToken>;
};
