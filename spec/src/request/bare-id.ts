/**
 * Whether an operation's address is nothing but an identifier, such as `/{file_id}`. Service and proxies take only what
 * looks like an identifier of this service for one: so `/nonsense` stays an unknown address, and `/tokens` no source.
 */
export const isBareIdPath = (path: string): boolean => /^\/\{\w+\}$/.test(path);

/** A UUID, as the source of a regular expression. */
export const bareIdPattern = "[0-9a-fA-F-]{36}";
