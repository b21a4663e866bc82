import type { OwnedKind } from "./ownership-store.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * Milliseconds after which a lasting store may forget an id. The service itself has forgotten these long before. The
 * other kinds are kept until they are released.
 */
export const expiryMs: Partial<Record<OwnedKind, number>> = { answer: day, run: 30 * day };
