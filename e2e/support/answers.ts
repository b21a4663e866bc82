import type { IncomingMessage, ServerResponse } from "node:http";
import type { RelayAnswers } from "./relay.ts";

const question = "POST /ask-sources";

/** Answers each question with the text whose key it contains. Figures begin at 1. */
export function answerEach(answers: RelayAnswers, texts: Record<string, string>): void {
  answers[question] = (request, response) => {
    void bodyOf<{ question: string }>(request).then(({ question }) => {
      const answer = Object.entries(texts).find(([part]) => question.includes(part))?.[1] ?? "Not known.";
      const figures = [...new Set(answer.match(/(?<=\[)\d+(?=\])/g))];
      const citations = figures.map((figure) => ({
        index: Number(figure),
        file_name: "kestrel.pdf",
        text_preview: `Passage ${figure}`,
      }));
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ answer, citations, conversation_id: "c", usage: {}, elapsed_s: 0.2 }));
    });
  };
}

export type HeldAnswer = { request: IncomingMessage; response: ServerResponse };

/** Pauses answers in the middle, after their first words if there are any. */
export function holdAnswers(answers: RelayAnswers, words: string): HeldAnswer[] {
  const held: HeldAnswer[] = [];
  answers[question] = (request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(
      words === "" ? ": asked\n\n" : `event: delta\ndata: ${JSON.stringify({ text: words })}\n\n`,
    );
    held.push({ request, response });
  };
  return held;
}

/** Refuses questions with the reason "heard". Returns what the first one asked. */
export function refuseQuestions<Body>(answers: RelayAnswers): Promise<Body> {
  const { promise, resolve } = Promise.withResolvers<Body>();
  answers[question] = async (request, response) => {
    resolve(await bodyOf<Body>(request));
    response.writeHead(400, { "content-type": "application/json" }).end('{"detail":"heard"}');
  };
  return promise;
}

/** Reads the body of a request. The request may be forwarded too. */
export async function bodyOf<Body>(request: IncomingMessage): Promise<Body> {
  const { promise: whole, resolve } = Promise.withResolvers<Body>();
  let text = "";
  request.on("data", (part) => (text += part));
  request.on("end", () => resolve(JSON.parse(text)));
  return whole;
}
