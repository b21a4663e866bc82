import type { SkipToken } from "@tanstack/react-query";

/** Options that have all they need: they load, and so fit hooks that cannot wait, such as `useSuspenseQuery`. */
export type Loads<Options extends { queryFn?: unknown }> = Omit<Options, "queryFn"> & {
  queryFn?: Exclude<Options["queryFn"], SkipToken>;
};
