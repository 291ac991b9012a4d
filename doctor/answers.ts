import type { Answer } from '../core/answer.ts';
import { listedIn } from '../core/representation/entries.ts';
import { isObject } from '../core/representation/json-value.ts';
import type { Resource } from '../core/target.ts';
import { type Finding, fine } from './finding.ts';

/** What an answer to a GET of a place that is listed means for a run. */
export function findingsOfAnswer(
  resource: Pick<Resource, 'name' | 'list' | 'mediaTypes'>,
  place: 'list' | 'item',
  answer: Answer | undefined,
  address: string,
): Finding[] {
  const asked = `GET ${address}`;
  const finding = (weight: Finding['weight'], told: string, remedy: string): Finding[] => [
    { subject: 'answers', weight, told: `${asked} ${told}`, remedy },
  ];
  if (answer === undefined)
    return finding('warning', 'was not answered', 'look into the log of the service; --timeout waits longer');
  const { status, mediaType, representation } = answer;
  if (status === 503)
    return finding(
      'warning',
      'was answered 503: it is off, or a limit in front of it refuses, and what meets that is inconclusive',
      'start it, or send fewer requests: --rate',
    );
  if (status >= 500)
    return finding(
      'warning',
      `was answered ${status}: the service breaks down there, and every rule about it fails`,
      'look into the log of the service',
    );
  if (status === 401 || status === 403)
    return finding(
      'warning',
      `was answered ${status}: it needs a session that may read it`,
      'give one: --cookie, --cookie-file, --header, or session.login in the target file',
    );
  if (status === 429) return [];
  if (status === 404 || status === 405 || status === 410)
    return finding(
      'note',
      `was answered ${status}: ${resource.name} is not ${place === 'list' ? 'listed' : 'read'} there`,
      `correct ${place} in the target file, or say false`,
    );
  if (status !== 200) return finding('warning', `was answered ${answer.brief}`, `correct ${place} in the target file`);
  if (representation.isUnlabelledJson && mediaType !== resource.mediaTypes.json) {
    const label = mediaType === '' ? 'there is no Content-Type' : `Content-Type says ${mediaType}`;
    return finding(
      'warning',
      `gives JSON, but ${label}: clients that go by the label cannot read it`,
      'let the service send Content-Type: application/json',
    );
  }
  if (representation.problem !== undefined)
    return finding(
      'warning',
      `gives a body that is not what its Content-Type says: ${representation.problem}`,
      'look at the service, and at what rewrites its answers',
    );
  if (representation.syntax === 'html')
    return finding(
      'blocks',
      `gives an HTML page in place of records${titleOf(answer)}`,
      'check the base address: a page for browsers, a login or a proxy answers there',
    );
  if (representation.syntax !== 'json')
    return finding('note', `gives ${mediaType}, and no JSON`, 'claim representations in the target file');
  if (place === 'item') return [fine('answers', `${asked} gives JSON`)];
  const entries = listedIn(representation.value, resource);
  if (entries === undefined)
    return finding(
      'warning',
      `gives no array${wrapped(representation.value)}`,
      'name where it is with envelope.list in the target file',
    );
  if (entries.length === 0)
    return finding(
      'note',
      'gives an empty list: rules that need a record that exists are not exercised',
      'put a record there, or name one with known',
    );
  return [fine('answers', `${asked} gives a list of ${entries.length} as JSON`)];
}

function titleOf({ text }: Answer): string {
  const title = /<title[^>]*>([^<]{1,80})/iu.exec(text)?.[1]?.trim();
  return title === undefined || title === '' ? '' : ` (“${title}”)`;
}

function wrapped(body: unknown): string {
  if (!isObject(body)) return '';
  const names = Object.entries(body).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
  return names.length === 0 ? '' : ` at its top: there is one at ${names.map((name) => `/${name}`).join(', ')}`;
}
