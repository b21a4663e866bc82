/**
 * Fields of Word that compute something of the document itself. All others keep the result that they were saved with:
 * INCLUDEPICTURE, INCLUDETEXT, LINK, DDE, DATABASE and others fetch from elsewhere.
 */
const ownFields = new Set(
  `= ADVANCE AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BIDIOUTLINE COMMENTS COMPARE CREATEDATE DATE EDITTIME EQ FORMCHECKBOX
  FORMDROPDOWN FORMTEXT FORMULA IF INDEX KEYWORDS LASTSAVEDBY LISTNUM NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF
  PRINTDATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SHAPE STYLEREF SUBJECT SYMBOL TA TC TIME TITLE TOA TOC
  USERADDRESS USERINITIALS USERNAME XE`.split(/\s+/),
);

/** Whether a field instruction, such as `INCLUDEPICTURE "a.png" \d`, may draw from elsewhere. */
export function isForeignField(instruction: string): boolean {
  const [name = ""] = instruction.trim().split(/[\s\\"{]+/, 1);
  return name !== "" && !ownFields.has(name.toUpperCase());
}
