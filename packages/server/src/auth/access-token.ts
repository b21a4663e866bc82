/** What a valid OAuth access token says. */
export type AccessToken = {
  /** Whom it was given to. */
  subject: string;
  /** Name of the project that it opens. */
  project: string;
  scopes: string[];
  expiresAt: Date;
};

/**
 * Port: checks the signature of a token and its issuer, audience and expiry. Returns null for a token that is not valid.
 * Rejects when it could not be checked, because the issuer does not answer.
 */
export type VerifyAccessToken = (token: string) => Promise<AccessToken | null>;
