/** What the service itself said, beneath the same in the workbench's words. */
export function Told({ original }: { original: string | undefined }) {
  return original === undefined ? null : <p className="told">The service said: {original}</p>;
}
