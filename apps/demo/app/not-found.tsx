import { Link } from "../shell/link.tsx";
import { Title } from "../shell/title.tsx";

export default function NotFound() {
  return (
    <main className="sheet">
      <Title of="Not found" />
      <h1 className="room">There is no such page</h1>
      <p className="lead">
        The address leads to no page. It may have been mistyped, or what it named was deleted.
      </p>
      <p className="back-link">
        <Link className="btn" href="/sources">
          Go to the sources
        </Link>
      </p>
    </main>
  );
}
