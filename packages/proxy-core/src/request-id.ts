const validRequestId = /^[\w.:-]{1,128}$/;

/** Returns the client's own request id when it is valid, otherwise a new UUID. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && validRequestId.test(sent) ? sent : crypto.randomUUID();
