import { writeScope } from "../auth/authenticate-oauth.ts";

export type OAuthSettings = {
  /** Address of the authorization server. */
  issuer: string;
  /** Public address of `/mcp`: tokens have to be made out for it. */
  audience: string;
};

const wellKnown = "/.well-known/oauth-protected-resource";

/** RFC 9728: which authorization server gives tokens for this server. */
export const protectedResource = ({ issuer, audience }: OAuthSettings) => ({
  resource: audience,
  authorization_servers: [issuer],
  bearer_methods_supported: ["header"],
  scopes_supported: [writeScope],
  resource_name: "Headwater",
});

/** The paths at which it is read: that of the resource, and the root for clients that know only the host. */
export const protectedResourcePaths = ({ audience }: OAuthSettings): string[] => {
  const path = new URL(audience).pathname.replace(/\/$/, "");
  return [...new Set([wellKnown + path, wellKnown])];
};

/** RFC 9728, section 5.1: a caller without a token learns where to get one. */
export const protectedResourceChallenge = ({ audience }: OAuthSettings, challenge: string): string => {
  const { origin, pathname } = new URL(audience);
  return `${challenge}, resource_metadata="${origin}${wellKnown}${pathname.replace(/\/$/, "")}"`;
};
