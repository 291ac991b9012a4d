// XML 1.0 (2.2) cannot hold these at all, not even as references; HTML parsers object to most of them too.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;
const SPECIAL = /[&<>"'\r\n\t]/gu;
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Parsers turn a bare carriage return into a line feed, and any of these into a space in an attribute.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** A text as it may stand in XML and HTML, in an element or a quoted attribute. What neither can hold becomes U+FFFD. */
export function escapeMarkup(text: string): string {
  return text.replace(UNWRITABLE, '\ufffd').replace(SPECIAL, (char) => REFERENCES[char] ?? char);
}
