import type { Deal } from 'assayer/mock';
import { deals } from './api.ts';
import { ask } from './ask.ts';
import { button, byId, element, tell, valuesOf } from './page.ts';

/** The columns of the board. The document shows no states, so they are read off what operations set. */
const COLUMNS: readonly (readonly [string, (deal: Deal) => boolean])[] = [
  ['Canceled', ({ canceled }) => canceled === true],
  ['Completed', ({ completed }) => completed === true],
  ['On hold', ({ held }) => held === true],
  ['Open', () => true],
];

/** The deals by state, and what can be done to them. */
export async function showDeals(): Promise<void> {
  const all = await deals.list();
  const columns = COLUMNS.map(([title]) => {
    const own = all.filter((deal) => COLUMNS.find(([, holds]) => holds(deal))?.[0] === title);
    const id = `column-${title.toLowerCase().replace(' ', '-')}`;
    return element(
      'section',
      { 'aria-labelledby': id },
      element('h3', { id }, `${title} (${own.length})`),
      element('ul', { class: 'cards' }, ...own.map(card)),
    );
  });
  byId('deals', HTMLDivElement).replaceChildren(...columns.toReversed());
}

/** A price as people write it. A text may be one as well; what is not a number is shown as it is. */
function priceOf({ price, currency }: Deal): string {
  if (price === undefined) return 'no price';
  if (Number.isNaN(Number(price)) || price === '') return String(price);
  const isCurrency = typeof currency === 'string' && /^[A-Z]{3}$/u.test(currency);
  const format = new Intl.NumberFormat(
    'en',
    isCurrency ? { style: 'currency', currency } : { minimumFractionDigits: 2 },
  );
  return format.format(Number(price));
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
  const { name, held, holdReason } = deal;
  return element(
    'li',
    { ...(held === true ? { class: 'held' } : {}) },
    element('h4', {}, name),
    element('p', { class: 'price' }, priceOf(deal)),
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
  const remove = async (): Promise<void> => {
    if ((await ask(`Delete ${name}`, {})) !== undefined) change(() => deals.remove(id));
  };
  return [
    held === true ? button('Unhold', name, () => change(() => deals.unhold(id))) : button('Hold', name, hold),
    button('Change price', name, changePrice),
    button('Delete', name, remove),
  ];
}
