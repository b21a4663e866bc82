import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startExampleUpstream } from "./example-upstream.ts";

export type Stack = Awaited<ReturnType<typeof startStack>>;

/**
 * The real service behind the real Express proxy, in a separate process, because they are not part of the page under
 * test. The proxy is also mounted before a small upstream that answers every operation with the spec's example.
 */
export async function startStack() {
  const examples = await startExampleUpstream();
  const script = join(import.meta.dirname, "stack-process.ts");
  const child = spawn(process.execPath, [script, examples.baseUrl], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(([code]) => {
      throw new Error(`The service and its proxy did not start: exit code ${code}.`);
    }),
  ]);
  const { origin, serviceUrl, token } = JSON.parse(line) as {
    origin: string;
    serviceUrl: string;
    token: string;
  };
  return {
    /** Address of the proxy in front of the real service. */
    basePath: `${origin}/api/documents`,
    /** Address of the proxy in front of the examples. */
    examplesPath: `${origin}/api/examples`,
    /** Address of a proxy whose service is down. */
    nowherePath: `${origin}/api/nowhere`,
    origin,
    serviceUrl,
    token,
    examples,
    async close() {
      child.stdin.end();
      await once(child, "exit");
      await examples.close();
    },
  };
}
