import type { Rooms } from "./rooms.ts";

/** Capabilities by the room that serves them, as clients read them in `/readyz`. */
const capabilitiesByRoom = {
  addFile: ["ingest"],
  addWebSource: ["ingest-url", "ingest-github", "ingest-youtube"],
  ask: ["ask", "ask-stream"],
  answerRuns: ["ask-resume"],
  browseConversations: ["conversations"],
  extract: ["extract"],
  retrieve: ["retrieve"],
  flowRooms: ["flows"],
  pageScreenshot: ["screenshots"],
} as const satisfies Partial<Record<keyof Rooms, readonly string[]>>;

/** What this installation can do besides storing and finding. It follows from the composed rooms. */
export const capabilitiesOf = (rooms: readonly (keyof Rooms)[]): string[] =>
  Object.entries(capabilitiesByRoom).flatMap(([room, capabilities]) =>
    (rooms as readonly string[]).includes(room) ? capabilities : [],
  );
