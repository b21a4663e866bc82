import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import type { AccessToken, VerifyAccessToken } from "../../auth/access-token.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import { fetchKeys, type KeySet } from "./fetch-keys.ts";
import { createIssuerKeys, IssuerSilentError } from "./issuer-keys.ts";

/** How long the issuer may take to name its keys, in ms. */
const defaultTimeoutMs = 5_000;
/** When to try again with a key that is damaged, in ms. Keys are fetched anew that often. */
const unusableKeyMs = 10 * 60_000;
/** Clocks differ by some seconds. */
const clockToleranceSeconds = 5;
/** Signatures by a key pair only: with a shared secret, a service that can check a token could also issue one. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/**
 * Checks the JSON Web Tokens of one issuer. Its keys are fetched at the first token, then kept: up to a day while the
 * issuer does not answer.
 */
export function createVerifyAccessToken({
  issuer,
  audience,
  projectClaim,
  timeoutMs = defaultTimeoutMs,
  clock,
  tell,
}: {
  issuer: string;
  /** For whom tokens have to be made out: the public address of this server. */
  audience: string;
  /** Name of the claim that holds the name of the project. */
  projectClaim: string;
  timeoutMs?: number;
  /** For the age of the keys. */
  clock: Clock;
  /** Called once when the issuer begins to fail, and once when it answers again. */
  tell: Parameters<typeof createIssuerKeys>[0]["tell"];
}): VerifyAccessToken {
  const keys = createIssuerKeys({ fetchKeys: () => fetchKeys(issuer, timeoutMs), clock, tell });
  const options = { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds };

  async function payloadOf(token: string): Promise<JWTPayload | null> {
    try {
      return await verifyWith(await keys.current(), token, options);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // The issuer may have begun to use another key.
      const newer = await keys.newer();
      return newer && verifyWith(newer, token, options);
    }
  }

  return async (token) => {
    try {
      const payload = await payloadOf(token);
      return payload && accessOf(payload, projectClaim);
    } catch (error) {
      if (error instanceof IssuerSilentError) throw issuerSilent(issuer, error);
      if (error instanceof errors.JOSEError) return null;
      // The key that the token names is of no use: a point that is not on its curve, a missing part.
      throw issuerSilent(issuer, new IssuerSilentError(unusableKeyMs, error));
    }
  };
}

/** A token that does not name its key is tried with each that may be meant. */
async function verifyWith(keys: KeySet, token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function accessOf(payload: JWTPayload, projectClaim: string): AccessToken | null {
  const { sub, exp, scope } = payload;
  const project = payload[projectClaim];
  if (sub === undefined || exp === undefined || typeof project !== "string") return null;
  const scopes = typeof scope === "string" ? scope.split(" ") : [];
  return { subject: sub, project, scopes, expiresAt: new Date(exp * 1000) };
}

const issuerSilent = (issuer: string, cause: IssuerSilentError) =>
  new ServiceError(503, `The OAuth issuer ${issuer} does not say which keys it signs with. Try again.`, {
    cause,
    limit: "token-issuer",
    headers: { "retry-after": String(Math.max(1, Math.ceil(cause.retryAfterMs / 1000))) },
  });
