"use client";

import type { Method } from "@headwater/client";
import { useService } from "./service.ts";

/**
 * What the service can do (`capabilities`, `methods` and `file_types` of its readiness answer). Nothing while that is
 * unknown.
 */
export function useAbilities(): {
  known: boolean;
  can(capability: string): boolean;
  methods: readonly Method[];
  /** Extensions of the files that it reads, without a dot. Undefined when it does not say. */
  fileTypes: readonly string[] | undefined;
} {
  const { readiness } = useService();
  return {
    known: readiness !== undefined,
    can: (capability) => readiness?.capabilities.includes(capability) ?? false,
    methods: readiness?.methods ?? [],
    fileTypes: readiness?.file_types,
  };
}
