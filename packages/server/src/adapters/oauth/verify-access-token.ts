import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { AccessToken, VerifyAccessToken } from "../../auth/access-token.ts";
import { ServiceError } from "../../kernel/service-error.ts";

/** How long the issuer may take to name its keys, in ms. */
const timeoutMs = 5_000;
/** An issuer that did not answer is asked again after this many ms. */
const pauseMs = 10_000;
/** Clocks differ by some seconds. */
const clockToleranceSeconds = 5;
/** Signatures by a key pair only: with a shared secret, whoever can check a token could also make one. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Where an issuer describes itself: RFC 8414, then OpenID Connect. */
const metadataAddresses = (issuer: string): string[] => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
};

/** Checks the JSON Web Tokens of one issuer. Its keys are fetched at the first token, and again when they change. */
export function createVerifyAccessToken({
  issuer,
  audience,
  projectClaim,
}: {
  issuer: string;
  /** For whom tokens have to be made out: the public address of this server. */
  audience: string;
  /** Name of the claim that holds the name of the project. */
  projectClaim: string;
}): VerifyAccessToken {
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;
  let retryAt = 0;
  const openKeys = () => {
    if (!keys && Date.now() < retryAt) throw issuerSilent(issuer);
    keys ??= findKeys(issuer).catch((error: unknown) => {
      keys = undefined;
      retryAt = Date.now() + pauseMs;
      throw error;
    });
    return keys;
  };

  return async (token) => {
    const options = {
      issuer,
      audience,
      algorithms,
      clockTolerance: clockToleranceSeconds,
    };
    try {
      const { payload } = await jwtVerify(token, await openKeys(), options);
      return accessOf(payload, projectClaim);
    } catch (error) {
      if (error instanceof errors.JWKSTimeout) throw issuerSilent(issuer, error);
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  };
}

async function findKeys(issuer: string) {
  for (const address of metadataAddresses(issuer)) {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    }).catch((cause: unknown) => {
      throw issuerSilent(issuer, cause);
    });
    if (!response.ok) continue;
    const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    // RFC 8414, section 3.3: a document of another issuer must not be used.
    if (metadata.issuer === issuer && typeof metadata.jwks_uri === "string")
      return createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs });
  }
  throw issuerSilent(issuer);
}

function accessOf(payload: JWTPayload, projectClaim: string): AccessToken | null {
  const { sub, exp, scope } = payload;
  const project = payload[projectClaim];
  if (sub === undefined || exp === undefined || typeof project !== "string") return null;
  const scopes = typeof scope === "string" ? scope.split(" ") : [];
  return { subject: sub, project, scopes, expiresAt: new Date(exp * 1000) };
}

const issuerSilent = (issuer: string, cause?: unknown) =>
  new ServiceError(503, `The OAuth issuer ${issuer} does not say which keys it signs with. Try again.`, {
    cause,
  });
