/** The field that says where an answer is from: `upstream`, or `mock` and why. */
export const SOURCE_FIELD = 'x-mock-source';
