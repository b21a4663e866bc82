import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createProgram } from "../src/cli/program.ts";
import { type FlowServer, startFlowServer } from "../testing/flows/flow-server.ts";

let server: FlowServer;
let folder: string;
beforeAll(async () => {
  server = await startFlowServer();
  folder = await mkdtemp(join(tmpdir(), "headwater-prompts-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Runs a command as a project. Answers what it printed, or the error's text. `@` stands for the folder. */
const run = async (project: "own" | "other", ...words: string[]): Promise<string> => {
  let output = "";
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      output += chunk;
      done();
    },
  }) as unknown as NodeJS.WriteStream;
  const environment = {
    HEADWATER_URL: `http://127.0.0.1:${server.port}`,
    HEADWATER_TOKEN: server.tokens[project],
  };
  const given = words.map((word) => word.replace("@", `${folder}/`));
  const program = createProgram({ stdout, environment });
  await program.parseAsync(["node", "headwater", ...given]).catch((error: Error) => {
    output += error.message;
  });
  process.exitCode = undefined;
  return output;
};

const text = "Answer {question}\nfrom {context}";
const graph = (config: object) => ({ nodes: [{ id: "llm", type: "llm", data: { config } }], edges: [] });
const promptsOf = async (project: "own" | "other") =>
  (await server.root("GET", "/prompts", { token: server.tokens[project] })).body.prompts;

it("a flow goes to another project with its prompt, by name", async () => {
  await writeFile(join(folder, "style.txt"), text);
  expect(await run("own", "prompt", "set", "house style", "@style.txt")).toBe(
    "Prompt 'house style' created.\n",
  );
  const [{ prompt_id }] = await promptsOf("own");
  await server.create("letters", { graph: graph({ promptId: prompt_id, temperature: 1 }) });
  const shown = (await server.flow("letters", "GET", "/graph")).body.graph.nodes[0].data.config;
  expect(shown).toEqual({ promptId: prompt_id, prompt: "house style", temperature: 1 });
  const [listed] = (await server.flow("letters", "GET", "/llm")).body;
  expect(listed.data.config).toEqual(shown);

  await run("own", "flow", "pull", "letters", "@letters.yaml");
  const pulled = await readFile(join(folder, "letters.yaml"), "utf8");
  expect(pulled).toContain("prompt: house style\n");
  expect(pulled).not.toContain(prompt_id);
  expect(await run("own", "flow", "diff", "@letters.yaml")).toBe("No difference.\n");
  expect(await run("own", "flow", "pull", "letters", "@letters.json")).toContain("written");
  expect(await run("own", "flow", "diff", "@letters.json")).toBe("No difference.\n");

  // Sent as it was read, it says which prompt is missing there.
  const sent = { body: { name: "letters-there", graph: graph(shown) }, token: server.tokens.other };
  expect((await server.root("POST", "/create", sent)).body.detail).toBe(
    "graph.nodes[0].config.prompt 'house style' is not a prompt of this project. Make it first",
  );
  // A file brings it along.
  await writeFile(join(folder, "there.yaml"), pulled.replace("name: letters", "name: letters-there"));
  const pushed = await run("other", "flow", "push", "@there.yaml", "--yes");
  expect(pushed).toContain('+ prompts[house style]: "Answer {question}\\nfrom {context}"\n');
  expect(await promptsOf("other")).toMatchObject([{ name: "house style", text }]);
  expect(await run("other", "flow", "push", "@there.yaml", "--yes")).toBe(
    "Flow 'letters-there' is up to date.\n",
  );
});

it("a file may name a prompt by its id, and is told when neither it nor the project has the text", async () => {
  const [{ prompt_id }] = await promptsOf("own");
  const file = (config: string) => `name: by-id\nnodes:\n  llm: { type: llm, config: { ${config} } }\n`;
  await writeFile(join(folder, "by-id.yaml"), file(`promptId: ${prompt_id}`));
  expect(await run("own", "flow", "push", "@by-id.yaml", "--yes")).toContain("Flow 'by-id' created.");
  expect(await run("own", "flow", "diff", "@by-id.yaml")).toBe("No difference.\n");
  // As the workbench writes it, with an id of another project.
  await writeFile(join(folder, "by-id.yaml"), file("promptId: elsewhere, prompt: house style"));
  expect(await run("own", "flow", "diff", "@by-id.yaml")).toBe("No difference.\n");
  await writeFile(join(folder, "by-id.yaml"), file("prompt: formal"));
  expect(await run("own", "flow", "push", "@by-id.yaml", "--yes")).toMatch(
    /^The project has no prompt 'formal', and the file does not have its text\./,
  );
  expect(await run("own", "flow", "diff", "@by-id.yaml")).toMatch(/has no prompt 'formal'/);
});

it("prompts are listed, shown, replaced, renamed and deleted by name; flows keep theirs", async () => {
  expect(await run("own", "prompt", "list")).toContain("house style");
  expect(await run("own", "prompt", "show", "house style")).toBe(`${text}\n`);
  await writeFile(join(folder, "style.txt"), "Briefly: {question}");
  expect(await run("own", "prompt", "set", "house style", "@style.txt")).toContain("replaced");
  expect(await run("own", "prompt", "set", "house style", "@style.txt")).toContain("is up to date");
  // The text of the file is another one now: it makes only what is missing.
  expect(await run("own", "flow", "diff", "@letters.yaml")).toBe("No difference.\n");
  expect(await run("own", "prompt", "rename", "house style", "house")).toContain("is named 'house' now");
  const { body } = await server.flow("letters", "GET", "/graph");
  expect(body.graph.nodes[0].data.config).toMatchObject({ prompt: "house" });
  expect(await run("own", "prompt", "show", "house style")).toMatch(/There is no prompt 'house style'/);
  await server.root("POST", "/prompts", { body: { name: "house", text: "{question}" } });
  expect(await run("own", "prompt", "show", "house")).toMatch(/^2 prompts are named 'house'/);
  const [{ prompt_id }] = await promptsOf("own");
  expect(await run("own", "prompt", "delete", prompt_id, "--yes")).toBe(
    "Prompt 'house' deleted successfully\n",
  );
  expect(await promptsOf("own")).toHaveLength(1);
});
