import { fork } from "node:child_process";
import { once } from "node:events";

export type ProxyProcess = {
  pid: number;
  port: number;
  /** User and system time of the process since its start, in microseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
};

const answerMs = 60_000;
const child = new URL("proxy-child.ts", import.meta.url);

/** Starts a proxy, or the upstream, in a separate process. */
export async function startProxyProcess(role: string, upstream = ""): Promise<ProxyProcess> {
  const process = fork(child, [role, upstream], {
    env: { ...globalThis.process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new AbortController();
  process.once("exit", (code) => ended.abort(new Error(`The process of ${role} ended with ${code}`)));
  const answer = async <T>(): Promise<T> => {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(answerMs)]);
    const [message] = await once(process, "message", { signal });
    return message as T;
  };
  const { port } = await answer<{ port: number }>();
  return {
    pid: process.pid as number,
    port,
    async cpu() {
      process.send("usage");
      const { cpu } = await answer<{ cpu: NodeJS.CpuUsage }>();
      return cpu.user + cpu.system;
    },
    async stop() {
      const exited = once(process, "exit");
      process.kill("SIGKILL");
      await exited;
    },
  };
}
