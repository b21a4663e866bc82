/** "23 November, 14:05". The same on the server and in the browser as far as the time zone is the same. */
export function timeWords(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  })
    .format(date)
    .replace(" at ", ", ");
}

/** "0.4 s", "12 s", "2 min 5 s" */
export function durationWords(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(seconds < 0.1 ? 2 : 1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
