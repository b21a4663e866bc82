import type { ReactNode } from "react";
import { Providers } from "./providers";

export const metadata = { title: "Ask a document" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ maxWidth: "40rem", margin: "3rem auto", padding: "0 1rem", font: "1rem/1.5 system-ui" }}>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
