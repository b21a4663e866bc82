import { Pool } from "undici";

export type Call = { method: "GET" | "POST"; path: string; headers?: Record<string, string>; body?: Buffer };

/** Sends the same call `count` times over keep-alive connections, `atOnce` at a time. Returns the seconds it took. */
export async function repeatCall(
  origin: string,
  call: Call,
  { count, atOnce }: { count: number; atOnce: number },
): Promise<number> {
  const pool = new Pool(origin, { connections: atOnce, pipelining: 1 });
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body } = await pool.request({
        method: call.method,
        path: call.path,
        headers: call.headers ?? {},
        body: call.body ?? null,
      });
      const text = await body.text();
      if (statusCode !== 200)
        throw new Error(`${call.method} ${call.path} was answered ${statusCode}: ${text}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return seconds;
}
