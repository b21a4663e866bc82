import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

type Argument = { name: string; description: string; required?: true };
type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: readonly Argument[];
  /** What the user is taken to have said. */
  text: (values: Record<string, string>) => string;
};

const cite =
  "After each statement, name the document and page that it comes from. Say what the documents do not answer.";

const prompts: readonly Prompt[] = [
  {
    name: "answer_question",
    title: "Answer from the documents",
    description: "An answer from the documents alone, with its sources.",
    arguments: [{ name: "question", description: "What you want to know.", required: true }],
    text: ({ question }) =>
      `Answer this question from the documents alone: ${question}\n\nAsk ask_sources first. Where its answer is thin, look with search_sources in other words, and read around the passages with get_elements. ${cite}`,
  },
  {
    name: "summarise_document",
    title: "Summarise a document",
    description: "What one document says, in a page.",
    arguments: [{ name: "document", description: "Its name, or a part of it.", required: true }],
    text: ({ document }) =>
      `Summarise the document ${document}.\n\nFind it with list_sources, and read all of it with get_elements, cursor by cursor. Give its purpose, its main points with their pages, and the figures, dates and duties in it.`,
  },
  {
    name: "compare_documents",
    title: "Compare documents",
    description: "Where two documents differ.",
    arguments: [
      { name: "first", description: "Name of a document.", required: true },
      { name: "second", description: "Name of another.", required: true },
      { name: "topic", description: "What to compare. Absent: everything." },
    ],
    text: ({ first, second, topic }) =>
      `Compare the documents ${first} and ${second}${topic ? ` on ${topic}` : ""}.\n\nRead the passages of each with search_sources limited to that document. Make a table: one row a point, one column a document, with pages. Say where only one of them has the point.`,
  },
  {
    name: "extract_table",
    title: "Make a table from documents",
    description: "The same fields from several documents, as a table.",
    arguments: [
      { name: "fields", description: "The columns, such as supplier, date and total.", required: true },
      { name: "tag", description: "Only documents with this tag. Absent: you are asked which." },
    ],
    text: ({ fields, tag }) =>
      `Make a table with the columns ${fields} from ${tag ? `the documents with the tag ${tag}` : "the documents that I name"}: one row a document.\n\nCall extract_fields for one document at a time. Leave a cell empty where the document has no value, and check each value against its evidence.`,
  },
];

/** Offers texts for tasks that users have often. */
export function offerPrompts({ server }: McpServer): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: prompts.map(({ text: _text, ...described }) => ({
      ...described,
      arguments: [...described.arguments],
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (!prompt) throw invalid(`Prompt ${params.name} not found`);
    const values = params.arguments ?? {};
    const missing = prompt.arguments.find(({ name, required }) => required && !values[name]?.trim());
    if (missing) throw invalid(`${missing.name} is required`);
    const { description, text } = prompt;
    return { description, messages: [{ role: "user", content: { type: "text", text: text(values) } }] };
  });
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
