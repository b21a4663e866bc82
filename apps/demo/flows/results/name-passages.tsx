import type { NodeResultItem } from "@headwater/spec";
import { hitOfNode } from "../simulate/hits.ts";
import { namesIn } from "./question-path.ts";

type Properties = { name: string; items: readonly NodeResultItem[] };

/** The passages of the last question that hold the chosen name. It says their number when another is chosen. */
export function NamePassages({ name, items }: Properties) {
  const holding = items.filter((item) => namesIn(item).includes(name));
  return (
    <section className="name-passages num" aria-live="polite" aria-label={`Passages with ${name}`}>
      <h2 className="h2">{name}</h2>
      <p className="hint">
        {holding.length === 0
          ? "No passage of the last question holds it."
          : `${holding.length === 1 ? "1 passage" : `${holding.length} passages`} of the last question ${holding.length === 1 ? "holds" : "hold"} it.`}
      </p>
      <ol className="moves">
        {holding.map((item, at) => {
          const { text, source, page } = hitOfNode(item);
          return (
            <li key={item.id}>
              <span>{at + 1}</span>
              <p>
                <Marked text={text} name={name} />
              </p>
              <span className="label">
                {source}
                {page === undefined ? "" : `, p. ${page}`}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The text with the name on marker wherever it stands. */
function Marked({ text, name }: { text: string; name: string }) {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text
    .split(new RegExp(`(${escaped})`, "gi"))
    .map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
}

type PathProperties = { path: readonly { name: string; from: string | undefined }[] };

/** The names through which the last question went from one passage to the next. */
export function QuestionPath({ path }: PathProperties) {
  if (path.length === 0) return null;
  return (
    <section className="name-passages num" aria-label="How the last question went">
      <h2 className="h2">How the last question went</h2>
      <p className="hint">From passage to passage, by the names that both hold. The heavier lines.</p>
      <ol className="moves">
        {path.map(({ name, from }, at) => (
          <li key={name}>
            <span>{at + 1}</span>
            <p>{name}</p>
            <span className="label">{from ? `to ${from}` : "where it began"}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
