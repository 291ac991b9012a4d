import { creation, DEALS, get, HTML, type Step, send, step, XML } from './steps.ts';
import { TAGS } from './values.ts';

/** Deletions, under conditions and of what is gone (document 4.1, 4.4-m4). */
export function deletionSteps(): Step[] {
  return [
    get(`${DEALS}/5`),
    step('DELETE', `${DEALS}/5`, { 'if-match': '"other"' }),
    get(`${DEALS}/5`),
    step('DELETE', `${DEALS}/5`, { 'if-match': 'W/{etag}' }),
    get(`${DEALS}/5`),
    step('DELETE', `${DEALS}/5`, { 'if-none-match': '{etag}' }),
    step('DELETE', `${DEALS}/5`, { 'if-none-match': '*' }),
    step('DELETE', `${DEALS}/5`, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    step('DELETE', '/rest/2/deals/5'),
    step('DELETE', `${DEALS}/5.xml`),
    get(`${DEALS}/5`),
    ...TAGS.flatMap((tag, nth) => [
      get(`${DEALS}/${12 + nth}`),
      step('DELETE', `${DEALS}/${12 + nth}`, { 'if-match': tag }),
      get(`${DEALS}/${12 + nth}`),
    ]),
    step('DELETE', `${DEALS}/17`, { 'if-modified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' }),
    step('DELETE', `${DEALS}/18`, { 'if-unmodified-since': 'yesterday' }),
    get(`${DEALS}/5`),
    step('DELETE', `${DEALS}/5`, { 'if-match': '{etag}' }),
    get(`${DEALS}/5`),
    get(`${DEALS}/4`),
    get(`${DEALS}/6`),
    get(`${DEALS}/`),
    step('DELETE', `${DEALS}/5`),
    step('DELETE', `${DEALS}/6`, XML),
    step('DELETE', `${DEALS}/6`, XML),
    step('DELETE', `${DEALS}/7`, HTML),
    step('DELETE', `${DEALS}/8`, { accept: 'image/png' }),
    step('DELETE', `${DEALS}/9`),
    step('DELETE', `${DEALS}/10`),
    step('DELETE', `${DEALS}/11`),
    get(`${DEALS}/`),
    get(`${DEALS}/9`),
    send('PUT', `${DEALS}/9/hold`, { reason: 'gone' }),
    send('POST', '/command/HoldDeal/', { id: '9', reason: 'gone' }),
    send('PUT', '/commands/of-what-is-gone', { deal: '9', action: 'HoldDeal', params: { reason: 'r' } }),
    creation({ name: 'after a deletion' }),
    get(`${DEALS}/`),
    ...Array.from({ length: 12 }, (_, i) => get(`${DEALS}/${i + 1}`)),
  ];
}
