import type { Deal } from 'assayer/mock';
import { deals } from './api.ts';
import { ask } from './ask.ts';
import { button, byId, element, tell, valuesOf } from './page.ts';

/** The deals, and what can be done to them. */
export async function showDeals(): Promise<void> {
  byId('deals', HTMLUListElement).replaceChildren(...(await deals.list()).map(card));
}

/** Has the form create deals. */
export function listenForNewDeals(): void {
  const form = byId('new-deal', HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { name = '', price = '' } = valuesOf(form);
    // The service says what it takes: nothing is checked here that could differ from it.
    change(async () => {
      await deals.create({ name, price });
      form.reset();
    });
  });
}

function change(act: () => Promise<void>): void {
  tell(async () => {
    await act();
    await showDeals();
  });
}

function card(deal: Deal): HTMLLIElement {
  const { name, price, held, holdReason } = deal;
  return element(
    'li',
    { ...(held === true ? { class: 'held' } : {}) },
    element('h3', {}, name),
    element('p', { class: 'price' }, String(price ?? 'no price')),
    ...(held === true ? [element('p', {}, `On hold: ${holdReason ?? 'no reason given'}`)] : []),
    element('p', { class: 'actions' }, ...actions(deal)),
  );
}

function actions({ id, name, held }: Deal): HTMLButtonElement[] {
  const hold = async (): Promise<void> => {
    const given = await ask('Hold', { reason: 'Reason' });
    if (given !== undefined) change(() => deals.hold(id, given['reason'] ?? ''));
  };
  const changePrice = async (): Promise<void> => {
    const given = await ask('Change price', { newPrice: 'New price', reason: 'Reason' });
    if (given !== undefined)
      change(() => deals.changePrice(id, Number(given['newPrice'] || Number.NaN), given['reason'] ?? ''));
  };
  return [
    held === true ? button('Unhold', name, () => change(() => deals.unhold(id))) : button('Hold', name, hold),
    button('Change price', name, changePrice),
    button('Delete', name, () => change(() => deals.remove(id))),
  ];
}
