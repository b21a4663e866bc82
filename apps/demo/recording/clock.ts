/** "0:07", "20:41", "1:02:03". */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const pad = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** "48 min 12 s", "1 h 2 min", "7 s": a length of time. */
export function lengthInWords(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  if (minutes > 0) return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`;
  return `${rest} s`;
}

/** "20 minutes 41 seconds": a point in time as a screen reader says it. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => plural(count, unit));
  return said.length > 0 ? said.join(" ") : "0 seconds";
}

const plural = (count: number, unit: string) => `${count} ${count === 1 ? unit : `${unit}s`}`;
