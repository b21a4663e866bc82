import { everyRoom } from "./support/rooms/every-room.ts";
import { lookAround } from "./support/rooms/look-around.ts";

const views = [
  { width: 1440, hasTouch: false },
  { width: 390, hasTouch: true },
  { width: 320, hasTouch: true },
];

everyRoom(views, (page, name, { width }) =>
  lookAround(
    page,
    name,
    [false, true].map((dark) => ({ width, dark })),
  ),
);
