"use client";

import { TroubleNote } from "../shell/trouble-note.tsx";
import { DaysTable } from "./days-table.tsx";
import { limitWords } from "./limit-words.ts";
import { RetentionTable } from "./retention-table.tsx";
import { useUsage } from "./use-usage.ts";

/** What the project keeps and has used, beside what the operator allows. */
export function UsageRoom() {
  const usage = useUsage();
  const { data } = usage;
  return (
    <main className="sheet usage">
      <h1 className="room" tabIndex={-1}>
        Usage
      </h1>
      <p className="lead">{data ? `Of the project ${data.project}. Days are those of UTC.` : null}</p>
      {usage.isPending ? <p className="wait blank columns">Reading</p> : null}
      {usage.isError ? (
        <TroubleNote error={usage.error} action="Try again" onAction={() => void usage.refetch()} />
      ) : null}
      {data ? (
        <>
          <table className="res">
            <thead>
              <tr>
                <th>What</th>
                <th className="r">Used</th>
                <th className="r">Limit</th>
              </tr>
            </thead>
            <tbody>
              {data.limits.map((limit) => {
                const words = limitWords(limit);
                return (
                  <tr key={limit.name}>
                    <td>{words.name}</td>
                    <td className="r">
                      <span className={words.isReached ? "st fail" : undefined}>{words.used}</span>
                    </td>
                    <td className="r">{words.limit}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <RetentionTable />
          <DaysTable days={data.days} />
        </>
      ) : null}
    </main>
  );
}
