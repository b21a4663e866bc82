const field = Buffer.from('"conversation_id"');
/** A JSON text, as short as ids are. */
const value = /^\s*:\s*("(?:[^"\\]|\\.){1,512}")/;
/** White space, a colon and the longest value, escaped. */
const maxValueBytes = 2_048;
/** A request has the field once. A body full of it must not keep this thread. */
const maxLooks = 100;

/**
 * The conversation that a question names, found without parsing its body: a body may be 10 MiB, and this runs on the
 * thread that answers HTTP. It decides only which questions wait for each other, so a field of this name elsewhere in the
 * body does no harm.
 */
export function conversationOf(body: Uint8Array): string | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let looks = 0;
  for (let at = bytes.indexOf(field); at >= 0 && looks < maxLooks; at = bytes.indexOf(field, at + 1)) {
    looks += 1;
    const start = at + field.length;
    const [, text] = value.exec(bytes.toString("utf8", start, start + maxValueBytes)) ?? [];
    if (text === undefined) continue;
    try {
      return JSON.parse(text) as string;
    } catch {
      // No JSON after all: the request is refused when it is read.
    }
  }
  return undefined;
}
