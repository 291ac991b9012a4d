import type { Answer } from '../core/answer.ts';
import type { Claims, RepresentationName } from '../core/claims.ts';
import { fillTemplate } from '../core/http/address.ts';
import { requestFor } from './ask-representations.ts';
import type { Draft, DraftResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';

/** What is assumed of the target and refused by one of its resources. */
interface Refused {
  readonly resource: DraftResource;
  readonly notes: readonly string[];
}

/**
 * Asks each resource for what was seen on one of them and would be assumed of all. The document does not say that every
 * resource has every representation (4.5), so what a resource refuses with 4xx is not held against it until it is claimed.
 */
export async function askRefused(
  inquiry: Inquiry,
  draft: Draft,
  claims: Pick<Claims, 'representations' | 'selectors'>,
): Promise<readonly Refused[]> {
  return Promise.all(draft.resources.map((resource) => refusedBy(inquiry, draft.claims, resource, claims)));
}

async function refusedBy(
  inquiry: Inquiry,
  claimed: Draft['claims'],
  resource: DraftResource,
  { representations, selectors }: Pick<Claims, 'representations' | 'selectors'>,
): Promise<Refused> {
  const names = resource.representations ?? representations;
  const list = resource.item === undefined ? undefined : resource.list?.address;
  const refusals = new Map<string, string>();
  for (const address of placesOf(resource)) {
    const plain = await inquiry.ask({ method: 'GET', address }, resource);
    if (plain?.status !== 200) continue;
    // All at once: one after another they were a third of the time of all questions.
    const asked = await Promise.all(
      (resource.selectors ?? selectors).map(async (selector) => ({
        selector,
        answers: await Promise.all(
          names.map(async (name) => ({
            name,
            answer: await inquiry.ask(requestFor({ resource, address }, name, selector), resource),
          })),
        ),
      })),
    );
    for (const { selector, answers } of asked) {
      const given = answers.map(({ answer }) => (answer?.status === 200 ? syntaxOf(answer) : undefined));
      for (const { name, answer } of answers) {
        if (answer !== undefined && isRefused(answer, name, address !== list))
          refusals.set(selector === 'accept' ? name : selector, `GET ${address}: ${answer.status}`);
      }
      if (selector === 'format' && given.length > 1 && given.every((syntax) => syntax === syntaxOf(plain)))
        refusals.set(selector, `GET ${address}: disregarded`);
    }
  }
  const mayDrop = (claim: 'representations' | 'selectors'): boolean =>
    claimed[claim] === undefined && resource[claim] === undefined;
  const lostNames = mayDrop('representations') ? names.filter((name) => name !== 'json' && refusals.has(name)) : [];
  const lostSelectors = mayDrop('selectors') ? selectors.filter((selector) => refusals.has(selector)) : [];
  if (lostNames.length + lostSelectors.length === 0) return { resource, notes: [] };
  return {
    resource: {
      ...resource,
      representations: names.filter((name) => !lostNames.includes(name)),
      selectors: (resource.selectors ?? selectors).filter((selector) => !lostSelectors.includes(selector)),
    },
    notes: [...lostNames, ...lostSelectors].map(
      (lost) => `${resource.name}: not ${lost} (${refusals.get(lost) ?? 'refused'})`,
    ),
  };
}

// At another resource, HTTP lets a server disregard what was asked for (RFC 9110 12.5.1); its collection goes with it. Not so
// where all of `?format=` is disregarded: Accept is the document's rule, the parameter an alternative of which nothing says
// where it is offered (4.5-1, 4.5-3), and a parameter that nobody promised may be left unread. What a file claims is judged.
function isRefused(answer: Answer, name: RepresentationName, isItem: boolean): boolean {
  const { status } = answer;
  return (status >= 400 && status < 500) || (isItem && status === 200 && syntaxOf(answer) !== name);
}

// JSON under a wrong label is a fault of the label, which rules judge, and no other representation.
function syntaxOf({ representation: { isUnlabelledJson, syntax } }: Answer): string {
  return isUnlabelledJson ? 'json' : syntax;
}

function placesOf({ item, known, list }: DraftResource): string[] {
  return [
    ...(item !== undefined && known !== undefined ? [fillTemplate(item.address, { id: known })] : []),
    ...(list === undefined ? [] : [list.address]),
  ];
}
