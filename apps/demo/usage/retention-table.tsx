import { retentionWords } from "./retention-words.ts";
import { useRetention } from "./use-usage.ts";

/** What the project removes after some days; nothing where it keeps everything. */
export function RetentionTable() {
  const { data } = useRetention();
  const rows = data ? retentionWords(data) : [];
  if (rows.length === 0) return null;
  return (
    <div className="days">
      <h2 className="h2">Kept for a limited time</h2>
      <table className="res">
        <thead>
          <tr>
            <th>What</th>
            <th>Removed</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, after }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
