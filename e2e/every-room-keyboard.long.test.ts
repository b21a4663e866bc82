import { keyboardOf } from "./support/keyboard.ts";
import { everyRoom } from "./support/rooms/every-room.ts";

// The narrow one is a window at 400 % as much as a phone.
const views = [1440, 360].map((width) => ({ width, hasTouch: false }));

everyRoom(views, async (page) => {
  const keys = keyboardOf(page);
  return [...(await keys.faultsOfStops()), ...(await keys.faultsOfStops({ back: true }))];
});
