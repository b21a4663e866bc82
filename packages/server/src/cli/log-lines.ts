import type { DestinationStream } from "pino";

const levels: Record<number, string> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "ERROR",
  60: "FATAL",
};

/** Fields that every line has, or that have their own place in it. */
const placed = new Set(["level", "time", "pid", "hostname", "msg", "err"]);

/** Turns the JSON lines of the log into lines for people: time, level, message, `name=value`, then the stack. */
export const logLines = (write: (text: string) => void): DestinationStream => ({
  write: (json) => write(logLine(json)),
});

function logLine(json: string): string {
  const entry = JSON.parse(json) as Record<string, unknown>;
  const { level, time, msg, err } = entry;
  const fields = Object.entries(entry)
    .filter(([name]) => !placed.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const at = new Date(Number(time)).toTimeString().slice(0, 8);
  const line = [at, levels[Number(level)] ?? String(level), msg, ...fields].filter(Boolean).join(" ");
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const cause = stack ?? message;
  return `${[line, ...(cause?.split("\n").map((each) => `    ${each}`) ?? [])].map(visible).join("\n")}\n`;
}

/** Names of files and texts of documents must not steer the terminal: control characters are shown as `\u001b`. */
const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
