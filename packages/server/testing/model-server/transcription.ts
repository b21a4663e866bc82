/** What a test looks at in a request to `/v1/audio/transcriptions`. */
export type TranscriptionRequest = {
  model: string;
  /** Bytes of the recording. */
  file: Uint8Array;
  fileName: string;
  /** The other fields of the form. */
  fields: Record<string, string[]>;
};

export type SpokenSegment = { text: string; start: number; end: number };

/** `fields` are those of OpenAI's own service; `few` are the ones that all compatible servers send. */
export function transcript(segments: SpokenSegment[], { form }: { form: "whole" | "few" | "text" }) {
  const text = segments.map((segment) => segment.text).join(" ");
  if (form === "text") return { text };
  return {
    task: "transcribe",
    language: "english",
    duration: segments.at(-1)?.end ?? 0,
    text,
    segments: segments.map((segment, id) => ({
      id,
      ...segment,
      ...(form === "whole" && {
        seek: 0,
        tokens: [1, 2],
        temperature: 0,
        avg_logprob: -0.2,
        compression_ratio: 1.2,
        no_speech_prob: 0.01,
      }),
    })),
    words: segments.flatMap(({ text: said, start, end }) =>
      said.split(" ").map((word) => ({ word, start, end })),
    ),
  };
}

/** Reads the multipart form of a request. */
export async function readTranscriptionRequest(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<TranscriptionRequest> {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
  const fields: Record<string, string[]> = {};
  let file: File | undefined;
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = [...(fields[name] ?? []), value];
    else file = value;
  }
  if (!file) throw new Error("A transcription was asked for without a file");
  return {
    model: fields.model?.[0] ?? "",
    file: new Uint8Array(await file.arrayBuffer()),
    fileName: file.name,
    fields,
  };
}
