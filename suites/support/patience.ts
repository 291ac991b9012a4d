/** How long lists, queries and other representations may take to follow a change, where nobody said how long effects take. */
export const PATIENCE_MS = 2000;
