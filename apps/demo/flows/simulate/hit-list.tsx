import { documentAddress } from "../../shell/addresses.ts";
import { Link } from "../../shell/link.tsx";
import { plainName } from "../../sources/kinds.ts";
import { CitedHit } from "./cited-hit.tsx";
import type { Hit } from "./hits.ts";

/** Passages or answers, each with its score in the margin and its place beside it. */
export function HitList({ hits }: { hits: readonly Hit[] }) {
  return (
    <ol className="hit-list">
      {hits.map((hit, index) => (
        <li
          className={hit.citations.length > 0 ? "hit columns num cites" : "hit columns num"}
          key={`${hit.id} ${index}`}
        >
          <span className="faint">
            {hit.score === undefined ? (
              index + 1
            ) : (
              <>
                <span className="off">Score </span>
                {hit.score.toFixed(3)}
              </>
            )}
          </span>
          {hit.citations.length > 0 ? (
            <CitedHit text={hit.text} citations={hit.citations} />
          ) : (
            <p dir="auto">{hit.text}</p>
          )}
          <span className="faint where">
            <Where hit={hit} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Where({ hit: { source, fileId, page } }: { hit: Hit }) {
  if (source === undefined) return null;
  const words = (
    <>
      <bdi>{plainName(source)}</bdi>
      {page ? `, p. ${page}` : null}
    </>
  );
  return fileId ? (
    <Link href={documentAddress(fileId, { page })} prefetch={false}>
      {words}
    </Link>
  ) : (
    words
  );
}
