/** Facts of a segment that OpenAI's own service sends, and that the SDK asks for though it uses none of them. */
const unusedFacts = {
  seek: 0,
  tokens: [],
  temperature: 0,
  avg_logprob: 0,
  compression_ratio: 0,
  no_speech_prob: 0,
};

/**
 * Completes the answers of compatible servers to `/audio/transcriptions`. whisper.cpp, vLLM and others send segments with
 * fewer fields than OpenAI, and the SDK refuses them.
 */
export function withWholeSegments(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const text = await response.text();
    return new Response(complete(text), {
      status: response.status,
      headers: { "content-type": "application/json" },
    });
  };
}

function complete(text: string): string {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    // The SDK says what is wrong with it.
    return text;
  }
  if (!isRecord(answer)) return text;
  const { segments, words, duration, language } = answer;
  return JSON.stringify({
    text: answer.text,
    ...(typeof language === "string" && { language }),
    ...(Number.isFinite(Number(duration)) && { duration: Number(duration) }),
    ...(Array.isArray(segments) && { segments: segments.filter(isRecord).map(completeSegment) }),
    ...(Array.isArray(words) && { words: words.filter(isRecord).filter(isTimedWord) }),
  });
}

function completeSegment({ start, end, text }: Record<string, unknown>, id: number) {
  return { ...unusedFacts, id, start: Number(start), end: Number(end), text };
}

const isTimedWord = ({ word, start, end }: Record<string, unknown>): boolean =>
  typeof word === "string" && typeof start === "number" && typeof end === "number";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
