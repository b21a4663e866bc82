/** How a forwarded request ended: the answer was sent completely, the client left, or the upstream failed. */
export type Outcome = "complete" | "client-gone" | "upstream-failed";
