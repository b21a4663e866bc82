const validRequestId = /^[\w.:-]{1,128}$/;

/** The client's own request id when it is one, else a new UUID. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && validRequestId.test(sent) ? sent : crypto.randomUUID();
