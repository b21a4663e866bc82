import type { FastifyBaseLogger } from "fastify";
import type { Authenticate } from "../auth/authenticate.ts";
import { createAuthenticateWithOAuth } from "../auth/authenticate-oauth.ts";
import type { ProjectStore } from "../auth/project.ts";
import type { Settings } from "../config.ts";
import { steadyClock } from "../kernel/clock.ts";
import type { McpOptions } from "../mcp/register-mcp.ts";
import { version } from "../version.ts";

/** Who may use `/mcp`: callers with a project's token and, where an issuer is set, with a token of that issuer. */
export async function composeMcp(
  { projects }: { projects: ProjectStore },
  { mcp: { hosts, oauth } }: Pick<Settings, "mcp">,
  authenticate: Authenticate,
  logger: FastifyBaseLogger,
): Promise<Pick<McpOptions, "authenticate" | "hosts" | "oauth" | "version">> {
  if (!oauth) return { authenticate, hosts, oauth: null, version };
  // Loaded where an issuer is set: the library of tokens comes with it.
  const { createVerifyAccessToken } = await import("../adapters/oauth/verify-access-token.ts");
  const verify = createVerifyAccessToken({
    ...oauth,
    clock: steadyClock,
    tell: (state) =>
      state === "answers again"
        ? logger.info({ issuer: oauth.issuer }, "the OAuth issuer answers again")
        : logger.warn(
            { issuer: oauth.issuer, err: state.silent },
            "the keys of the OAuth issuer could not be fetched; those that are kept are used for up to a day",
          ),
  });
  return {
    authenticate: createAuthenticateWithOAuth({ authenticate, verify, projects }),
    hosts: [...hosts, new URL(oauth.audience).hostname],
    oauth,
    version,
  };
}
