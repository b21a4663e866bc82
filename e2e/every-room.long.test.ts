import { everyRoom } from "./support/rooms/every-room.ts";
import { lookAround } from "./support/rooms/look-around.ts";

// The colours of a theme do not depend on the width, so the narrow view has one theme. What fits into 320 px fits into a
// phone of 390: they have the same layout.
const views = [
  { width: 1440, hasTouch: false, themes: ["light", "dark"] },
  { width: 320, hasTouch: true, themes: ["dark"] },
];

everyRoom(views, (page, name, { width, themes }) =>
  lookAround(
    page,
    name,
    themes.map((theme) => ({ width, dark: theme === "dark" })),
  ),
);
