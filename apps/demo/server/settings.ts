import { z } from "zod";

/** The workbench cannot run. The message is one line that says what to do. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const portError = "it takes a whole number from 0 to 65535";

/** Every setting of the workbench: its environment variable, form, default and meaning. */
export const settingsSchema = z.object({
  HEADWATER_DEMO_HOST: z.string().min(1).default("127.0.0.1").describe("Address the workbench listens on."),
  HEADWATER_DEMO_PORT: z.coerce
    .number({ error: portError })
    .int({ error: portError })
    .min(0, { error: portError })
    .max(65_535, { error: portError })
    .default(3000)
    .describe("Port it listens on; 0 takes a free one."),
  HEADWATER_DEMO_BACKEND: z
    .enum(["next", "express"], { error: "it takes next or express" })
    .default("next")
    .describe("What serves /api/documents: the Next.js route handlers, or the Express proxy."),
  HEADWATER_DEMO_ALLOWED_HOSTS: z
    .string()
    .default("")
    .describe("Host names, divided by commas, under which it may be reached besides this machine's own."),
  HEADWATER_URL: z
    .url({ protocol: /^https?$/, error: "it takes an address such as http://127.0.0.1:4000/sources" })
    .default("http://127.0.0.1:4000/sources")
    .describe("Address of the service's sources surface."),
  HEADWATER_TOKEN: z.string().optional().describe("API token of the service."),
  HEADWATER_TOKEN_FILE: z
    .string()
    .optional()
    .describe("File the token is in, read at each request, when HEADWATER_TOKEN is not given."),
  HEADWATER_STOP_ON_DISCONNECT: z
    .enum(["0", "1"], { error: "it takes 0 or 1" })
    .default("0")
    .describe("1: the workbench ends when the process that started it closes its channel."),
});

export type Settings = {
  host: string;
  port: number;
  backend: "next" | "express";
  allowedHosts: readonly string[];
  serviceUrl: string;
  token: string | undefined;
  tokenFile: string | undefined;
  stopOnDisconnect: boolean;
};

/** Reads the settings from an environment. An empty value counts as absent. Throws SettingsError. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new SettingsError(
      `${name}=${given[name]} can't be used: ${issue?.message}. Change it or unset it.`,
    );
  }
  const env = parsed.data;
  return {
    host: env.HEADWATER_DEMO_HOST,
    port: env.HEADWATER_DEMO_PORT,
    backend: env.HEADWATER_DEMO_BACKEND,
    allowedHosts: env.HEADWATER_DEMO_ALLOWED_HOSTS.split(",")
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ""),
    serviceUrl: env.HEADWATER_URL,
    token: env.HEADWATER_TOKEN,
    tokenFile: env.HEADWATER_TOKEN_FILE,
    stopOnDisconnect: env.HEADWATER_STOP_ON_DISCONNECT === "1",
  };
}
