/** The options of a query with those that a caller gave in their place. Undefined ones count as not given. */
export const withGiven = <Own extends object>(own: Own, given: object = {}): Own => ({
  ...own,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});
