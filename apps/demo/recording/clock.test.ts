import { expect, it } from "vitest";
import { clockTime, lengthInWords, spokenTime } from "./clock.ts";

it.each([
  [0, "0:00", "0 seconds", "0 s"],
  [7.9, "0:07", "7 seconds", "8 s"],
  [60, "1:00", "1 minute", "1 min"],
  [1241, "20:41", "20 minutes 41 seconds", "20 min 41 s"],
  [3661, "1:01:01", "1 hour 1 minute 1 second", "1 h 1 min"],
  [7200, "2:00:00", "2 hours", "2 h"],
])("writes %d seconds as a time, as speech and as a length", (seconds, time, spoken, length) => {
  expect([clockTime(seconds), spokenTime(seconds), lengthInWords(seconds)]).toEqual([time, spoken, length]);
});
