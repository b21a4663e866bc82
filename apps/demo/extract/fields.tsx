import type { ReactNode } from "react";
import { entriesAt, isCode, isStated, pointerTo, shown, valueAt } from "./cells.ts";
import type { Column } from "./columns.ts";

/** Draws one value. `pointer` is its place in the output. */
export type DrawValue = (value: unknown, pointer: string, column: Column) => ReactNode;

/** Shows a value as text, or says that there is none. */
export const drawPlainly: DrawValue = (value) =>
  isStated(value) ? (
    <span className={isCode(value) ? "mono" : undefined}>{shown(value)}</span>
  ) : (
    <span className="nil">not found</span>
  );

/** One output with a line for each value. */
export function Fields({
  columns,
  output,
  caption,
}: {
  columns: readonly Column[];
  output: unknown;
  caption: string;
}) {
  return (
    <div className="res-wide">
      <table className="res fields">
        <caption className="off">{caption}</caption>
        <tbody>
          {columns.map((column) => (
            <tr key={column.keys.join("\n")}>
              <th scope="row">{column.label}</th>
              <td>
                <ValueOf column={column} output={output} base="" draw={drawPlainly} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ValueProperties = { column: Column; output: unknown; base: string; draw: DrawValue };

/** Shows a column of an output: one value, several values, or a table of entries. */
export function ValueOf({ column, output, base, draw }: ValueProperties) {
  const pointer = pointerTo(base, ...column.keys);
  if (column.kind === "value") return draw(valueAt(output, column.keys), pointer, column);
  const entries = entriesAt(output, column.keys);
  if (entries.length === 0) return draw(undefined, pointer, column);
  if (column.kind === "table")
    return (
      <Entries columns={column.columns} entries={entries} base={pointer} draw={draw} caption={column.label} />
    );
  return (
    <ul className="several">
      {entries.map((entry, index) => (
        <li key={index}>{draw(entry, pointerTo(pointer, index), column)}</li>
      ))}
    </ul>
  );
}

type EntriesProperties = {
  columns: readonly Column[];
  entries: readonly unknown[];
  base: string;
  draw: DrawValue;
  caption: string;
};

/** Shows the entries of a list of objects, one line for each. */
function Entries({ columns, entries, base, draw, caption }: EntriesProperties) {
  return (
    <table className="res inner">
      <caption className="off">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.keys.join("\n")} scope="col" className={column.numeric ? "r" : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td
                key={column.keys.join("\n")}
                className={column.numeric ? "r" : undefined}
                data-l={column.label}
              >
                <ValueOf column={column} output={entry} base={pointerTo(base, index)} draw={draw} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
