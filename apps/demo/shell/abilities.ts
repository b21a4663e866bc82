"use client";

import type { Method } from "@headwater/client";
import { useService } from "./service.ts";

/** What the service can do (`capabilities` and `methods` of its readiness answer); nothing while that is unknown. */
export function useAbilities(): {
  known: boolean;
  can(capability: string): boolean;
  methods: readonly Method[];
} {
  const { readiness } = useService();
  return {
    known: readiness !== undefined,
    can: (capability) => readiness?.capabilities.includes(capability) ?? false,
    methods: readiness?.methods ?? [],
  };
}
