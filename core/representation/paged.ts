import type { Answer } from '../answer.ts';

/** Whether a collection shows a part of itself and says so: a part of a range, or a link to the next page (RFC 8288 3.3). */
export function showsOnePage(list: Answer): boolean {
  if (list.status === 206) return true;
  const parameters = (list.header('Link') ?? '').toLowerCase().split(/[;,]/u);
  return parameters.some((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return name.trim() === 'rel' && value.replaceAll('"', '').trim().split(' ').includes('next');
  });
}

/** How many records services show on a page where nobody asks for another number. */
const USUAL: readonly number[] = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1000];

/** Whether a list has the length of a usual page, so that nothing shows that it is whole. */
export function isAsLongAsAPage(count: number): boolean {
  return USUAL.includes(count);
}
