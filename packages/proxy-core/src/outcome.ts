/** How a forwarded request ended: its answer went out whole, or the client or the upstream broke off. */
export type Outcome = "complete" | "client-gone" | "upstream-failed";
