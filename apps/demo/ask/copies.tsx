import type { Citation } from "@headwater/client";
import { placeWords } from "../document/place-words.ts";
import { documentAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";

type Properties = { copies: NonNullable<Citation["metadata"]>["copies"] };

/** The other places that have the same text as a citation. */
export function Copies({ copies = [] }: Properties) {
  if (copies.length === 0) return null;
  return (
    <span className="copies">
      The same text is in{" "}
      {copies.map(({ file_id: fileId, file_name: name, page_number: page }, index) => (
        <span key={`${fileId} ${page}`}>
          {index === 0 ? "" : index === copies.length - 1 ? " and " : ", "}
          <Link href={documentAddress(fileId, { page })}>
            <bdi>{name}</bdi>
          </Link>
          {placeWords(name, page).short ? `, ${placeWords(name, page).short}` : ""}
        </span>
      ))}
      .
    </span>
  );
}
