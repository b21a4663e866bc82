import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts the secrets of webhooks, so that the database alone does not give them away. */
export type Seal = {
  seal(secret: string, webhookId: string): string;
  /** Throws when it was sealed with another key, or for another webhook. */
  open(sealed: string, webhookId: string): string;
};

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** `key`: the setting HEADWATER_WEBHOOK_KEY. */
export function createSeal(key: string): Seal {
  const derived = Buffer.from(hkdfSync("sha256", key, "", "headwater secrets of webhooks", 32));
  return {
    seal(secret, webhookId) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, derived, nonce).setAAD(Buffer.from(webhookId));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
    },
    open(sealed, webhookId) {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv(algorithm, derived, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(webhookId))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = bytes.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    },
  };
}
