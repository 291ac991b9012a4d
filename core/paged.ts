import type { Answer } from './answer.ts';

/** Whether a collection shows a part of itself and says so: a part of a range, or a link to the next page (RFC 8288 3.3). */
export function showsOnePage(list: Answer): boolean {
  if (list.status === 206) return true;
  const parameters = (list.header('Link') ?? '').toLowerCase().split(/[;,]/u);
  return parameters.some((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return name.trim() === 'rel' && value.replaceAll('"', '').trim().split(' ').includes('next');
  });
}
