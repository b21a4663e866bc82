import { availableParallelism, cpus, totalmem } from "node:os";

export type Figure = {
  what: string;
  measured: string;
  /** What it is compared with, from the same run. */
  against?: string;
  aim?: string;
  /** Whether the aim was met. Absent when there is no aim. */
  met?: boolean;
};

/** The machine in one line. Figures mean little without it. */
export function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${availableParallelism()} cores, ${memory} GB, Node ${process.version}, ${process.platform}`;
}

/** Prints figures as a Markdown table, with the machine below it. */
export function printReport(figures: Figure[]): void {
  const rows = figures.map(({ what, measured, against = "", aim = "", met }) => [
    what,
    measured,
    against,
    aim,
    met === undefined ? "" : met ? "yes" : "NO",
  ]);
  const header = ["what", "measured", "compared with, in the same run", "aim", "met"];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  console.log([header, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("\n"));
  console.log(`\n${machine()}`);
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

export const milliseconds = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
