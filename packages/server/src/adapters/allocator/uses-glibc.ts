/** Whether the C library of this process is glibc, which keeps what native code frees; musl and others don't. */
export function usesGlibc(): boolean {
  // Without it a report looks up names of connections.
  process.report.excludeNetwork = true;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
}
