import { failure } from "../errors.ts";
import type { Answer, EventFilter } from "../plan.ts";

/** Maximum size of one event. An answer with pictures in its citations has several megabytes. */
const maxEventLength = 64 * 1024 * 1024;

const lineEnd = /\r\n|\n|\r/;

/**
 * Passes server-sent events on one by one (HTML Living Standard, 9.2). `onData` gets the data of each event except
 * `delta` before the event is passed on. If `onData` fails, an `error` event replaces the event, and nothing follows.
 */
export function createEventFilter(
  onData: (data: unknown) => Promise<unknown>,
  /** Makes the answer that reports a failure to the client. */
  answerTo: (error: unknown) => Answer,
): EventFilter {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = new TextEncoder();
  const eventEnd = /\r\n\r\n|\n\n|\r\r/g;
  let pending = "";
  let closed = false;

  const show = async (event: string) => {
    const { name, data } = read(event);
    if (name === "delta" || data === "") return;
    await onData(JSON.parse(data));
  };

  return {
    async pass(chunk) {
      if (closed) return new Uint8Array();
      // Do not search the same text again, except its last characters: an end may lie across two chunks.
      eventEnd.lastIndex = Math.max(0, pending.length - 3);
      pending += decoder.decode(chunk, { stream: true });
      let open = 0;
      try {
        while (eventEnd.exec(pending)) {
          const until = eventEnd.lastIndex;
          await show(pending.slice(open, until));
          open = until;
        }
        if (pending.length - open > maxEventLength) throw new Error("an event of the answer is too large");
      } catch (error) {
        closed = true;
        const body = answerTo(error).body ?? failure(502, "The answer broke off").body;
        return encoder.encode(`${pending.slice(0, open)}event: error\ndata: ${body}\n\n`);
      }
      const passed = pending.slice(0, open);
      pending = pending.slice(open);
      return encoder.encode(passed);
    },
  };
}

function read(event: string): { name: string; data: string } {
  let name = "message";
  const data: string[] = [];
  for (const line of event.split(lineEnd)) {
    const [, field, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
  return { name, data: data.join("\n") };
}
