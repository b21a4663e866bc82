import { ServiceError } from "../kernel/service-error.ts";
import type { AccessToken, VerifyAccessToken } from "./access-token.ts";
import type { Authenticate, Caller } from "./authenticate.ts";
import type { Project, ProjectStore } from "./project.ts";

/** The scope of a token that may ingest. Without it a token may read. */
export const writeScope = "headwater:write";

const oauthPrefix = "oauth:";

/** Whether the id of a caller's token stands for a token of the issuer, which is not recorded here. */
export const isOAuthToken = (tokenId: string): boolean => tokenId.startsWith(oauthPrefix);

/** A JSON Web Token has three parts. */
const jsonWebToken = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i;

/**
 * Takes the tokens of projects, and access tokens of an OAuth issuer. Throws 401 for anything else. Tokens of projects
 * are tried first, so that they are taken also while the issuer does not answer.
 */
export function createAuthenticateWithOAuth(deps: {
  authenticate: Authenticate;
  verify: VerifyAccessToken;
  projects: Pick<ProjectStore, "findByName">;
}): Authenticate {
  const callerWithAccess = async (authorization: string | undefined): Promise<Caller | null> => {
    const token = jsonWebToken.exec(authorization ?? "")?.[1];
    const access = token === undefined ? null : await deps.verify(token);
    const project = access && (await deps.projects.findByName(access.project));
    return project && callerOf(access, project);
  };

  return async (authorization) => {
    try {
      return await deps.authenticate(authorization);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 401) throw error;
      const caller = await callerWithAccess(authorization);
      if (!caller) throw error;
      return caller;
    }
  };
}

const callerOf = ({ subject, scopes, expiresAt }: AccessToken, { projectId, name }: Project): Caller => ({
  projectId,
  projectName: name,
  tokenId: oauthPrefix + subject,
  readOnly: !scopes.includes(writeScope),
  manage: false,
  expiresAt,
});
