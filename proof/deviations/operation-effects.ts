import type { Form } from '../../core/claims.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import { onEffect, onOperation, operationIn } from './asked-operation.ts';
import type { Deviation } from './deviation.ts';
import { resent } from './requests.ts';

const DIFFERS = { 'operation/forms-agree': 'the other forms leave the deal as it should be' };

// The deal alone is shown so.
const LISTED_AS_IT_IS = { 'read/item-of-collection': 'the list shows the deal as it became' };

/** Faults in what operations bring about: document 2, 4.2. */
export const operationEffects: readonly Deviation[] = [
  {
    ...effect('hold-without-effect', 'A deal that was held shows `held` false.', 'HoldDeal', (deal) => ({
      ...deal,
      held: false,
    })),
    alsoStrikes: LISTED_AS_IT_IS,
  },
  {
    ...effect('hold-loses-its-reason', 'A deal that was held shows no reason.', 'HoldDeal', (deal) => ({
      ...deal,
      holdReason: null,
    })),
    alsoStrikes: LISTED_AS_IT_IS,
  },
  effect(
    'hold-reason-cut-short',
    'A deal that was held shows the first eight letters of the reason.',
    'HoldDeal',
    (deal) => ({
      ...deal,
      holdReason: String(deal['holdReason']).slice(0, 8),
    }),
  ),
  effect('unhold-without-effect', 'A deal that was released is still held.', 'UnholdDeal', (deal) => ({
    ...deal,
    held: true,
  })),
  effect('complete-without-effect', 'A deal that was completed shows `completed` false.', 'CompleteDeal', (deal) => ({
    ...deal,
    completed: false,
  })),
  effect(
    'cancel-forgets-the-amercement',
    'A deal that was canceled shows an amercement of 0.',
    'CancelDeal',
    (deal) => ({ ...deal, amercement: 0 }),
  ),
  effect('new-price-in-cents', 'A price that was changed is shown in cents.', 'ChangePrice', (deal) => ({
    ...deal,
    price: Number(deal['price']) * 100,
  })),
  effect(
    'new-date-a-day-early',
    'A completion date that was changed is shown a day early, as in another time zone.',
    'ChangeCompletionDate',
    (deal) => ({ ...deal, completionDate: '2031-03-30' }),
  ),
  effect(
    'new-date-day-and-month-swapped',
    'A completion date that was changed has its day and month swapped.',
    'ChangeCompletionDate',
    (deal) => ({
      ...deal,
      completionDate: '2033-07-03',
    }),
  ),
  effect(
    'why-changed-shows-the-old-text',
    'The reason for a change of date is not the one that was given.',
    'ChangeCompletionDate',
    (deal) => ({ ...deal, whyChanged: 'n/a' }),
  ),
  formEffect('hold-verb-without-effect', 'A hold in form A has no effect.', 'A', 'HoldDeal', (deal) => ({
    ...deal,
    held: false,
  })),
  formEffect(
    'holded-loses-the-reason',
    'A hold in form B loses its reason.',
    'B',
    'HoldDeal',
    ({ holdReason: _, ...deal }) => deal,
  ),
  formEffect(
    'complete-action-without-effect',
    'CompleteDeal in form C has no effect.',
    'C',
    'CompleteDeal',
    ({ completed: _, ...deal }) => deal,
  ),
  formEffect('held-attribute-without-effect', 'A hold in form D has no effect.', 'D', 'HoldDeal', (deal) => ({
    ...deal,
    held: false,
  })),
  formEffect('price-record-without-effect', 'A price change in form E has no effect.', 'E', 'ChangePrice', (deal) => ({
    ...deal,
    price: 100,
  })),
  formEffect(
    'cancel-command-without-effect',
    'CancelDeal in form F does not show as `canceled`.',
    'F',
    'CancelDeal',
    ({ canceled: _, ...deal }) => deal,
  ),
  formEffect('unhold-command-without-effect', 'UnholdDeal in form G has no effect.', 'G', 'UnholdDeal', (deal) => ({
    ...deal,
    held: true,
  })),
  {
    id: 'hold-on-the-wrong-deal',
    title: 'HoldDeal in form A holds the first deal, whichever was named.',
    breaks: ['operation/served'],
    wrap: onOperation({ form: 'A', action: 'HoldDeal' }, async (seen, next) => {
      const id = operationIn(seen)?.deal ?? '';
      const known =
        /^\d{1,4}$/u.test(id) &&
        (await next(resent(seen, { method: 'GET', path: seen.path.replace(/\/hold$/u, ''), body: '' }))).ok;
      return next(known ? resent(seen, { path: seen.path.replace(/\/\d+\/hold$/u, '/1/hold') }) : seen.request);
    }),
  },
  formsDiffer(
    'hold-action-keeps-the-reason-twice',
    'A hold in form C sets the member `reason` as well.',
    'C',
    'HoldDeal',
    (deal) => ({
      ...deal,
      reason: deal['holdReason'] ?? '',
    }),
  ),
  formsDiffer(
    'cancel-record-clears-the-price',
    'CancelDeal in form E sets the price to 0 as well.',
    'E',
    'CancelDeal',
    (deal) => ({ ...deal, price: 0 }),
  ),
  formsDiffer(
    'price-command-holds-the-deal',
    'A price change in form G holds the deal as well.',
    'G',
    'ChangePrice',
    (deal) => ({ ...deal, held: true }),
  ),
  formsDiffer(
    'completed-state-cancels',
    'CompleteDeal in form B cancels the deal as well.',
    'B',
    'CompleteDeal',
    (deal) => ({ ...deal, canceled: true }),
  ),
];

function effect(id: string, title: string, action: string, change: (deal: JsonObject) => JsonObject): Deviation {
  return {
    id,
    title,
    breaks: ['operation/effect'],
    wrap: onEffect({ action }, change),
  };
}

function formEffect(...what: Parameters<typeof formsDiffer>): Deviation {
  return { ...formsDiffer(...what), breaks: ['operation/effect'], alsoStrikes: DIFFERS };
}

function formsDiffer(
  id: string,
  title: string,
  form: Form,
  action: string,
  change: (deal: JsonObject) => JsonObject,
): Deviation {
  return {
    id,
    title,
    breaks: ['operation/forms-agree'],
    wrap: onEffect({ form, action }, change),
  };
}
