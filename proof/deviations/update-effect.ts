import type { JsonObject } from '../../fixtures/json.ts';
import { OPERATIONS } from '../../fixtures/operations.ts';
import { type Deviation, onRequest, type RequestView, type Take } from './deviation.ts';
import { bareAnswer, dealIn, edited, payloadOf, reading, resent } from './requests.ts';

/** A target file that tells how a deal is changed: PUT at its own address, as form D has it. */
const UPDATED: JsonObject = {
  resources: [
    {
      name: 'deals',
      required: ['name', 'price'],
      update: {
        payload: { note: 'changed {unique}', contact: 'somebody {unique}' },
        from: { name: '/name', price: '/price' },
      },
    },
    { name: 'users' },
  ],
};

/** Members by which the PUT of a deal asks for an operation (forms C and D). A price changes with its reason only. */
const OF_OPERATIONS = new Set([
  'action',
  ...OPERATIONS.flatMap(({ attributes }) => Object.keys(attributes)).filter((member) => member !== 'price'),
]);

/** Faults in what the PUT of a deal brings about, where it is answered with success: document 2, 4.2 (form D), RFC 9110 9.3.4. */
export const updateEffect: readonly Deviation[] = [
  update('update-without-effect', 'The PUT of a deal is answered 204 and changes nothing.', async (seen, next) =>
    (await isThere(seen, next)) ? bareAnswer(204) : next(seen.request),
  ),
  update('update-changes-one-member', 'The PUT of a deal changes its note, and no other member.', (seen, next) =>
    next(edited(seen, ({ note }) => (note === undefined ? {} : { note }))),
  ),
  update(
    'update-stores-under-another-name',
    'What the PUT of a deal sends as `note` is stored as `notes`.',
    (seen, next) =>
      next(edited(seen, ({ note, ...others }) => (note === undefined ? others : { ...others, notes: note }))),
  ),
  update(
    'update-stores-a-new-deal',
    'The PUT of a deal stores what was sent as a new deal, and the one that was named stays as it was.',
    async (seen, next) => {
      if (!(await isThere(seen, next))) return next(seen.request);
      const made = await next(resent(seen, { method: 'POST', path: seen.path.replace(/[^/]+$/u, '') }));
      return made.ok ? bareAnswer(204) : made;
    },
  ),
];

async function isThere(seen: RequestView, next: Parameters<Take>[1]): Promise<boolean> {
  return (await next(reading(seen, seen.path))).ok;
}

/** A fault in a PUT of a deal that asks for no operation. */
function update(id: string, title: string, take: Take): Deviation {
  return {
    id,
    title,
    breaks: ['update/effect'],
    file: UPDATED,
    wrap: onRequest((seen, next, mock) => (isUpdate(seen) ? take(seen, next, mock) : next(seen.request))),
  };
}

function isUpdate(seen: RequestView): boolean {
  const members = Object.keys(payloadOf(seen));
  const isAsked = seen.method === 'PUT' && dealIn(seen.path) !== undefined && members.length > 0;
  return isAsked && !members.some((member) => OF_OPERATIONS.has(member));
}
