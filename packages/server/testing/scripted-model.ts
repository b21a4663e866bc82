import type { AnswerForm, LanguageModel, Prompt } from "../src/models/language-model.ts";

/** What a scripted model writes, fills in, or throws. */
export type Script = (prompt: Prompt, form?: AnswerForm) => string | Record<string, unknown> | Error;

/** A language model that follows a script, and keeps what it was asked. Texts come in pieces of `pieceLength` characters. */
export function scriptedModel(script: Script, { pieceLength = 3 } = {}) {
  const asked: { prompt: Prompt; form?: AnswerForm }[] = [];
  const usage = { tokensIn: 10, tokensOut: 2 };
  const model: LanguageModel = {
    name: "scripted",
    async *write(prompt, signal) {
      asked.push({ prompt });
      const answer = script(prompt);
      if (answer instanceof Error) throw answer;
      for (let start = 0; start < String(answer).length; start += pieceLength) {
        signal.throwIfAborted();
        yield { type: "text", text: String(answer).slice(start, start + pieceLength) };
      }
      yield { type: "usage", usage };
    },
    async fill(prompt, form, signal) {
      signal.throwIfAborted();
      asked.push({ prompt, form });
      const answer = script(prompt, form);
      if (answer instanceof Error) throw answer;
      const value = typeof answer === "string" ? (JSON.parse(answer) as Record<string, unknown>) : answer;
      return { value, text: JSON.stringify(value), usage };
    },
  };
  return { model, asked, models: { fast: model, balanced: model, accurate: model, max: model } };
}
