/** Whether a line of Link is a list of links: `<address>; rel="next", <address>; rel=self` (RFC 8288 3). Empty members are let pass. */
export function areLinks(line: string): boolean {
  let rest = line.trim();
  while (rest !== '') {
    if (rest.startsWith(',')) {
      rest = rest.slice(1).trimStart();
      continue;
    }
    const end = rest.indexOf('>');
    if (!rest.startsWith('<') || end < 0 || !isTarget(rest.slice(1, end))) return false;
    const after = parametersIn(rest.slice(end + 1));
    if (after === undefined) return false;
    rest = after.trim();
    if (rest !== '' && !rest.startsWith(',')) return false;
  }
  return true;
}

/** An address, which may be empty: that of the answer itself. Who links to what was asked for may repeat a request that is no right address. */
function isTarget(address: string): boolean {
  return !/[\s"<>]/u.test(address);
}

const PARAMETER = /^[ \t]*;[ \t]*([!#$&+.^_`|~0-9A-Za-z-]+\*?)(?:[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[^\s",;]+))?/u;
const NOTHING = /^[ \t]*;[ \t]*(?=[,;]|$)/u;

/** What stands behind the parameters of a link; undefined where they say no relation (RFC 8288 3.3). */
function parametersIn(text: string): string | undefined {
  let rest = text;
  let isRelated = false;
  for (;;) {
    const [empty] = NOTHING.exec(rest) ?? [];
    const [whole, name = '', value] = PARAMETER.exec(rest) ?? [];
    const taken = empty ?? whole;
    if (taken === undefined) return isRelated ? rest : undefined;
    // `rev` is what was there before (3.3); a reader makes nothing of the link without either.
    if (empty === undefined && /^re[lv]$/iu.test(name) && value !== undefined) isRelated = true;
    rest = rest.slice(taken.length);
  }
}
