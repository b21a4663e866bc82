/** Not in the types yet: with it a report looks up the names of no connections. */
type Report = NodeJS.ProcessReport & { excludeNetwork: boolean };

/** Whether the C library of this process is glibc, which keeps what native code frees; musl and others don't. */
export function usesGlibc(): boolean {
  const report = process.report as Report;
  const before = report.excludeNetwork;
  report.excludeNetwork = true;
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } };
  report.excludeNetwork = before;
  return header?.glibcVersionRuntime !== undefined;
}
