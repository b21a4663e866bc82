/**
 * Milliseconds of processor time that work takes, the mean of several times: of this process with all of its threads, so
 * that other work on the machine makes little difference to it.
 */
export async function processorTime(work: (time: number) => unknown, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) await work(time);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}
