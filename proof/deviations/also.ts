type Also = Readonly<Record<string, string>>;

/** 200, 202, 204 or 400 for what never was. */
export const REJECTED_CODE: Also = {
  'status/202-missing': 'it watches every request for what never was, these among them',
};

/** What reads an id or an index carelessly. */
export const ALSO_A_NOTATION: Also = { 'address/exact': 'another notation of a known one finds the record as well' };

/** A 5xx other than 503. */
export const SERVER_ERROR: Also = { 'status/no-server-error': 'it watches every answer, and this one is a 5xx' };

/** A query whose text matches nothing is most of what is asked with any text. */
export const ANY_TEXT: Also = { 'read/query-any-text': 'nearly every made-up text matches nothing' };

/** Weights are told by what is given, and here it is the wrong thing. */
export const QUALITY: Also = {
  'negotiate/quality': 'a field of one range is the plainest of its cases',
};
