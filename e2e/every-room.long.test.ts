import { everyRoom } from "./support/rooms/every-room.ts";
import { lookAround } from "./support/rooms/look-around.ts";

// The colours of a theme do not depend on the width, so the narrow views have one theme each.
const views = [
  { width: 1440, hasTouch: false, themes: ["light", "dark"] },
  { width: 390, hasTouch: true, themes: ["dark"] },
  { width: 320, hasTouch: true, themes: ["light"] },
];

everyRoom(views, (page, name, { width, themes }) =>
  lookAround(
    page,
    name,
    themes.map((theme) => ({ width, dark: theme === "dark" })),
  ),
);
