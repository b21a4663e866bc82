import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A secret of Standard Webhooks: 32 random bytes. */
export const newSecret = (): string => prefix + randomBytes(32).toString("base64");

/** The headers of Standard Webhooks for a body. `id` stays the same when the event is sent again. `at`: of this attempt. */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
