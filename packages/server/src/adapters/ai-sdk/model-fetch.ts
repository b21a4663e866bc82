import { ModelFailure } from "./model-failure.ts";

/** Answers of models are text; more than this is not an answer. */
const maxAnswerBytes = 16 * 1024 * 1024;

export type ModelFetchOptions = {
  /** Whether the model asks for a key. Without one, no header may carry what the SDK puts in its place. */
  hasKey: boolean;
  fetch?: typeof globalThis.fetch;
};

/**
 * The `fetch` that goes to models. It follows no redirect, because a key would go along to another host, and it takes no
 * endless answer.
 */
export function createModelFetch({ hasKey, fetch = globalThis.fetch }: ModelFetchOptions): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (!hasKey) headers.delete("authorization");
    const response = await fetch(input, { ...init, headers, redirect: "manual" });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new ModelFailure(
        "the model's address redirects to another one: set the address that it redirects to",
        {
          retry: "no",
          isOutage: true,
        },
      );
    }
    if (!response.body) return response;
    return new Response(response.body.pipeThrough(limitBytes(maxAnswerBytes)), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

function limitBytes(max: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > max)
        throw new ModelFailure(`the model's answer has more than ${max / 1024 / 1024} MB`, {
          retry: "no",
          isOutage: false,
        });
      controller.enqueue(chunk);
    },
  });
}
