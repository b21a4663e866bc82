import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RenderHookOptions, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { DocumentsProvider, type DocumentsProviderProps } from "../src/provider/documents-provider.tsx";

/** Wraps what is rendered in both providers. */
export const createWrapper =
  (place: DocumentsProviderProps, queryClient = new QueryClient()) =>
  ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <DocumentsProvider {...place}>{children}</DocumentsProvider>
    </QueryClientProvider>
  );

/** Calls `renderHook` below both providers. Returns the query client too. */
export function renderHookAt<Result, Props>(
  place: DocumentsProviderProps,
  hook: (props: Props) => Result,
  options: Omit<RenderHookOptions<Props>, "wrapper"> & { queryClient?: QueryClient } = {},
) {
  const { queryClient = new QueryClient(), ...rest } = options;
  const rendered = renderHook(hook, { ...rest, wrapper: createWrapper(place, queryClient) });
  return { ...rendered, queryClient };
}
