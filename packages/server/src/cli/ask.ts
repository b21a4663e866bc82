import type { Answer, Citation } from "@headwater/spec";
import { printable, printableInLine } from "./printable.ts";
import { connectRemote } from "./remote.ts";
import type { Terminal } from "./terminal.ts";

export type AskOptions = {
  file?: string[];
  tag?: string[];
  conversation?: string;
  thinking?: string;
  json?: boolean;
};

/** `headwater ask`: prints the answer, then the source of each `[N]`, then how to continue the conversation. */
export async function ask(terminal: Terminal, question: string, options: AskOptions): Promise<void> {
  const remote = await connectRemote(terminal);
  const answer = await remote<Answer>("/sources/ask-sources", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      question,
      file_ids: options.file,
      tags: options.tag,
      conversation_id: options.conversation,
      thinking_level: options.thinking,
    }),
  });
  const { stdout } = terminal;
  if (options.json) return void stdout.write(`${printable(JSON.stringify(answer, null, 2))}\n`);
  stdout.write(`${printable(answer.answer)}\n`);
  if (answer.citations?.length) stdout.write(`\n${answer.citations.map(citationLine).join("\n")}\n`);
  if (stdout.isTTY) stdout.write(`\nContinue with: --conversation ${answer.conversation_id}\n`);
}

const citationLine = ({ index, file_name, text_preview, ...place }: Citation) =>
  printableInLine(`  [${index}] ${file_name}, ${placeOf(place)}: ${text_preview}`);

/** The moment of a recording, else the page. */
const placeOf = ({ page_number, start_seconds }: Citation): string =>
  start_seconds === undefined
    ? `page ${page_number}`
    : `at ${new Date(start_seconds * 1000).toISOString().slice(11, 19)}`;
