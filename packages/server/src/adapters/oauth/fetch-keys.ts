import { createLocalJWKSet, type JSONWebKeySet } from "jose";

export type KeySet = ReturnType<typeof createLocalJWKSet>;

/** A description and a key set have some kilobytes. */
const maxBytes = 1024 * 1024;

/** Where an issuer describes itself: RFC 8414, then OpenID Connect. */
const metadataAddresses = (issuer: string): string[] => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
};

/** Fetches the keys of an issuer. Rejects with an error that says what was wrong, also when `timeoutMs` are over. */
export async function fetchKeys(issuer: string, timeoutMs: number): Promise<KeySet> {
  const signal = AbortSignal.timeout(timeoutMs);
  return createLocalJWKSet((await readJson(await findKeys(issuer, signal), signal)) as JSONWebKeySet);
}

async function findKeys(issuer: string, signal: AbortSignal): Promise<string> {
  const failures: unknown[] = [];
  for (const address of metadataAddresses(issuer)) {
    try {
      const metadata = ((await readJson(address, signal)) ?? {}) as { issuer?: unknown; jwks_uri?: unknown };
      // RFC 8414, section 3.3: a document of another issuer must not be used.
      if (metadata.issuer !== issuer) throw new Error(`${address} describes another issuer`);
      if (typeof metadata.jwks_uri !== "string") throw new Error(`${address} names no jwks_uri`);
      return metadata.jwks_uri;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, failures.map(messageOf).join("; "));
}

async function readJson(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { signal, redirect: "error" }).catch((cause: unknown) => {
    throw new Error(`${address} did not answer: ${messageOf((cause as Error).cause ?? cause)}`, { cause });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${address} answered ${response.status}`);
  }
  let text = "";
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > maxBytes) throw new Error(`${address} answered more than ${maxBytes} bytes`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${address} answered no JSON`, { cause });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
