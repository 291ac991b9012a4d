/** Told what happens beside the answers: to files, and to callers that were refused. */
export type Notice = (text: string) => void;

/** Where it goes unless somebody says otherwise. */
export const toStderr: Notice = (text) => void process.stderr.write(`${text}\n`);

/** The same, once for each text: what is asked again and again is told once. */
export function once(notice: Notice): Notice {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text) || told.size > 100) return;
    told.add(text);
    notice(text);
  };
}
