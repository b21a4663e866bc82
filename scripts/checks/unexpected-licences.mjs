/** Licences that ask for no more than their text beside the code, as SPDX names them. */
const allowed = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0"],
  ...["ISC", "MIT", "PSF-2.0", "Unlicense", "Zlib"],
]);

/** LGPL parts that are packages of their own, which anyone can replace; the reasons stand in docs/decisions/ocr.md and packages.md. */
const allowedByName = /^(libheif-js|@img\/sharp-libvips-.+)$/;

/**
 * @typedef {{ license?: { id?: string, name?: string }, expression?: string }} Licence
 * @typedef {{ components: { name: string, group?: string, version: string, licenses?: Licence[] }[] }} Bill CycloneDX, the part that is read
 */

/**
 * Packages whose licence is missing or not on the list. Of a choice ("A OR B") one has to be on it.
 * @param {Bill} bill
 * @returns {{ name: string, version: string, licence: string }[]}
 */
export function unexpectedLicences({ components }) {
  return components.flatMap(({ group, name: bare, version, licenses = [] }) => {
    const name = group ? `${group}/${bare}` : bare;
    const named = licenses.map(
      ({ expression, license }) => expression ?? license?.id ?? license?.name ?? "unnamed",
    );
    const fits = named.length > 0 && named.every(isAllowed);
    return fits || allowedByName.test(name)
      ? []
      : [{ name, version, licence: named.join(" and ") || "no licence" }];
  });
}

/** @param {string} expression */
const isAllowed = (expression) =>
  expression
    .replace(/^\(|\)$/g, "")
    .split(" OR ")
    .some((licence) => allowed.has(licence));
