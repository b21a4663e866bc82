import { keyboardOf } from "./support/keyboard.ts";
import { everyRoom } from "./support/rooms/every-room.ts";

// The narrow one is a window at 400 % as much as a phone. Bars cover more of it, above and below: it is walked both ways.
const views = [
  { width: 1440, hasTouch: false, ways: [{ back: false }] },
  { width: 360, hasTouch: false, ways: [{ back: false }, { back: true }] },
];

everyRoom(views, async (page, _, { ways }) => {
  const keys = keyboardOf(page);
  const faults: string[] = [];
  for (const way of ways) faults.push(...(await keys.faultsOfStops(way)));
  return faults;
});
