/** Whether this code renders on a server. */
export const isServer = (): boolean => typeof window === "undefined";
