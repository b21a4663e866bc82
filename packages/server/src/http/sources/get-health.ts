import { defineRoute } from "../define-route.ts";

/** The process is alive; says nothing about its parts (that is readyz). */
export const getHealth = defineRoute("getHealth", async () => ({ status: "ok" as const }));
