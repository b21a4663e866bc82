import { defineRoute } from "../define-route.ts";

/** Says that the process is alive. It says nothing about its parts; readyz does. */
export const getHealth = defineRoute("getHealth", async () => ({ status: "ok" as const }));
