import { everyRoom } from "./support/rooms/every-room.ts";
import { lookAround } from "./support/rooms/look-around.ts";

// The narrowest screen shows most of what can go wrong. The long test looks at all of them.
everyRoom([{ width: 320, hasTouch: true }], (page, name) =>
  lookAround(page, name, [{ width: 320, dark: true }]),
);
