import "@fontsource-variable/source-serif-4/opsz.css";
import "@fontsource-variable/source-serif-4/opsz-italic.css";
import "@fontsource-variable/instrument-sans";
import "@fontsource/ibm-plex-mono/400.css";
import "@fontsource/ibm-plex-mono/500.css";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/layout.css";
import "../styles/head.css";
import "../styles/controls.css";
import "../styles/status.css";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { FocusKeeper } from "../shell/focus-keeper.tsx";
import { Head } from "../shell/head.tsx";
import { KnownService } from "../shell/known-service.tsx";
import { Providers } from "../shell/providers.tsx";
import { ServiceUnavailable } from "../shell/service-unavailable.tsx";
import { themeScript } from "../shell/theme.ts";
import { WorksProvider } from "../sources/several/works-provider.tsx";
import { UploadsProvider } from "../sources/uploads.tsx";

export const metadata: Metadata = {
  description: "Documents go in; cited answers, values and passages come out.",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafcfb" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1615" },
  ],
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    // The script below sets the theme before the first paint. The server cannot know the theme.
    <html lang="en" suppressHydrationWarning>
      <head>
        <script
          // This is our own constant. A separate file would load after the first paint.
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
      </head>
      <body>
        <Providers>
          <a className="skip" href="#content">
            Skip to the content
          </a>
          <FocusKeeper />
          <KnownService>
            <UploadsProvider>
              <WorksProvider>
                <Head />
                <ServiceUnavailable />
                <div id="content" tabIndex={-1}>
                  {children}
                </div>
              </WorksProvider>
            </UploadsProvider>
          </KnownService>
        </Providers>
      </body>
    </html>
  );
}
