import type { Answer } from '../../../core/answer.ts';
import { lastSegment, partsOf, sameAddress } from '../../../core/http/address.ts';
import { absolute, mayAsk } from '../../../core/http/origins.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { idText } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { entryId, itemAddress } from '../evidence.ts';
import { entriesFound, entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { selvesIn, selvesOfEntry } from '../view/self-links.ts';
import { given, type Place, placesOf, type View } from '../view/views.ts';

/** A link that a view shows as that of a record to itself, and where the record is. */
interface OwnLink {
  readonly view: View;
  readonly link: string;
  readonly own: string;
  readonly id: string | undefined;
}

/**
 * Demands that where a view links a record to itself under another address than the one where it is read, that address leads to the record
 * as well (document 4.5-2): it is not missing, it can be read, and in JSON it has no other id. One link of each view is followed. Links
 * are not due, and those of other hosts, below other paths, or to be filled in are passed over.
 */
export async function ownLinksLead(trial: Trial): Promise<readonly Answer[]> {
  const followed = new Set<string>();
  const answers: Answer[] = [];
  for (const place of await placesOf(trial)) {
    const views = await given(trial, place);
    for (const view of views) {
      const other = linksIn(trial, place, views, view).find(
        ({ link, own }) => isOfTarget(trial, link) && !sameAddress(link, own),
      );
      if (other === undefined || followed.has(other.link + view.name)) continue;
      followed.add(other.link + view.name);
      answers.push(...(await leads(trial, other)));
    }
  }
  return answers;
}

/** By its path as well: what a service in front adds to the path or takes away, the service itself may not know. */
function isOfTarget({ target }: Trial, link: string): boolean {
  const [base, other] = [partsOf(target.baseUrl), partsOf(link)];
  if (base === undefined || other === undefined || !mayAsk(target, link)) return false;
  return base.segments.filter(Boolean).every((segment, i) => other.segments.filter(Boolean)[i] === segment);
}

function linksIn(trial: Trial, place: Place, views: readonly View[], view: View): readonly OwnLink[] {
  const resource = resourceOf(trial);
  if (place.kind === 'item' || place.kind === 'nested') {
    const [link, further] = selvesIn(view.answer);
    // A record may hold others, each with a link of its own.
    if (link === undefined || further !== undefined) return [];
    const id = place.kind === 'item' ? idShown(view.answer, resource) : undefined;
    return [{ view, link, own: absolute(trial.target, place.address), id }];
  }
  if (resource.item === undefined) return [];
  const json = views.find(({ name }) => name === 'json')?.answer;
  if (json === undefined) return [];
  const entries = place.kind === 'list' ? entriesOf(json, resource) : entriesFound(json, resource);
  const named = view.name === 'json' ? undefined : bySegment(selvesIn(view.answer));
  return entries.flatMap((entry) => {
    const id = entryId(entry, resource);
    if (id === undefined) return [];
    const own = absolute(trial.target, itemAddress(resource, id));
    const [link, further] = named === undefined ? selvesOfEntry(json, entry) : (named.get(id) ?? []);
    return link === undefined || further !== undefined ? [] : [{ view, link, own, id }];
  });
}

/** Two links at most for each last segment of a path, with a suffix for a representation and without (document 4.5-3). */
function bySegment(links: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const link of links) {
    const segment = lastSegment(link);
    if (segment === undefined) continue;
    for (const name of new Set([segment, segment.replace(/\.(?:json|xml|html)$/u, '')])) {
      const known = named.get(name) ?? [];
      if (known.length < 2) named.set(name, [...known, link]);
    }
  }
  return named;
}

async function leads(trial: Trial, { view, link, own, id }: OwnLink): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { accept } = view.request.headers ?? {};
  const follow = (): Promise<Answer> => trial.send({ method: 'GET', address: link, headers: { accept } });
  const wrong = (answer: Answer): string | undefined => {
    if (isAbsent(answer) || answer.status === 405) return answer.brief;
    if (id === undefined || answer.status !== 200 || answer.representation.syntax !== 'json') return undefined;
    const shown = idShown(answer, resource);
    return shown === undefined || shown === id ? undefined : `the record ${shown}`;
  };
  const first = await follow();
  if (wrong(first) === undefined) return [first];
  // Others may have taken it away, and a server may show changes later.
  const record = await trial.send({ method: 'GET', address: own });
  const again = await follow();
  const found = wrong(again);
  if (record.status !== 200 || found === undefined) return [first, record, again];
  fail(`the record ${own} at its link to itself, ${link}`, found, view.answer, record, again);
}

function idShown({ representation }: Answer, { item }: Resource): string | undefined {
  return idText(at(at(representation.value, item?.envelope ?? ''), item?.id ?? '/id'));
}
