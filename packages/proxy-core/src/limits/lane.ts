/**
 * The connections to the service are in two pools. In `short` are requests that end soon; streams, questions, uploads,
 * long polls and files are in `long`. So a short request finds a connection however many streams are open.
 */
export type Lane = "short" | "long";

/** An eighth of the connections is for short requests. */
export const shortConnections = (connections: number): number => Math.max(1, Math.floor(connections / 8));

/** One caller gets a quarter of these at most. What they send beyond it goes to `long`. */
export const shortConnectionsOfCaller = (connections: number): number =>
  Math.max(1, Math.floor(shortConnections(connections) / 4));
