type Range = { type: string; quality: number };

/** The weight of a media type for a client, 0 to 1 (RFC 9110, 12.5.1). The most specific range decides. */
function acceptQuality(accept: string | undefined, type: string): number {
  if (accept === undefined || accept.trim() === "") return 1;
  const ranges = accept.split(",").map(readRange);
  const group = `${type.slice(0, type.indexOf("/"))}/*`;
  for (const wanted of [type, group, "*/*"]) {
    const found = ranges.find((range) => range.type === wanted);
    if (found) return found.quality;
  }
  return 0;
}

/** Whether a client names the event stream, with at least the weight of JSON. */
export const wantsEvents = (accept: string | undefined): boolean =>
  /text\/event-stream/i.test(accept ?? "") &&
  isWanted(accept, "text/event-stream") &&
  acceptQuality(accept, "text/event-stream") >= acceptQuality(accept, "application/json");

/** Whether a client names JSON, and prefers it to the event stream. */
export const prefersJson = (accept: string | undefined): boolean =>
  /application\/json/i.test(accept ?? "") && isWanted(accept, "application/json") && !wantsEvents(accept);

/** Whether a client prefers a picture's bytes to JSON that contains the picture. */
export const prefersPicture = (accept: string | undefined): boolean =>
  isWanted(accept, "image/png") &&
  acceptQuality(accept, "image/png") > acceptQuality(accept, "application/json");

const isWanted = (accept: string | undefined, type: string): boolean => acceptQuality(accept, type) > 0;

function readRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const sent = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = sent === undefined ? 1 : Number(sent.slice(sent.indexOf("=") + 1).trim());
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 1 };
}
