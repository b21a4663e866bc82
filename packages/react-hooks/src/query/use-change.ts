"use client";
import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { MutationHookOptions } from "./mutation-hook-options.ts";
import { withGiven } from "./with-given.ts";

/** A mutation with the options of a hook and those that its caller gave. Callbacks of both are called, in this order. */
export function useChange<Data, Variables, Context>(
  own: UseMutationOptions<Data, Error, Variables, Context>,
  given: MutationHookOptions<Data, Variables> = {},
): UseMutationResult<Data, Error, Variables, Context> {
  return useMutation({
    ...withGiven(own, given),
    ...both(own, given, "onSuccess"),
    ...both(own, given, "onError"),
    ...both(own, given, "onSettled"),
  });
}

type Callback = (...parameters: never[]) => unknown;

function both(own: object, given: object, name: "onSuccess" | "onError" | "onSettled"): object {
  const [first, second] = [own, given].map(
    (options) => (options as Record<string, Callback | undefined>)[name],
  );
  if (!first || !second) return {};
  return {
    [name]: async (...parameters: never[]) => {
      await first(...parameters);
      await second(...parameters);
    },
  };
}
