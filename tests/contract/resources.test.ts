import { describe, expect, it } from 'vitest';
import { describeApi } from '../../fixtures/openapi.ts';
import type {
  Address,
  Command,
  CommandOnAnyDeal,
  CommandOnDeal,
  Deal,
  DealUpdate,
  Links,
  NewDeal,
  OperationParameters,
  OperationRecord,
  Problem,
  SshKey,
  User,
  Violation,
} from '../../fixtures/resources.ts';
import { createCheck } from './schemas.ts';

/** The types by the name of their schema. That they say the same is shown by tests/contract/generated-client.test.ts. */
interface Types {
  readonly NewDeal: NewDeal;
  readonly DealUpdate: DealUpdate;
  readonly Deal: Deal;
  readonly User: User;
  readonly SshKey: SshKey;
  readonly Address: Address;
  readonly Command: Command;
  readonly CancelDealRecord: OperationRecord<'CancelDeal'>;
  readonly CancelDealParameters: OperationParameters['CancelDeal'];
  readonly Links: Links;
  readonly Problem: Problem;
  readonly Violation: Violation;
}

const _links: Links = { self: { href: '/rest/1/deals/1' } };
const shown = { id: '1', _links };
const cancel: OperationParameters['CancelDeal'] = { amercement: 25, reason: 'the client withdrew' };
const command = { ...shown, deal: '1', action: 'CancelDeal', params: cancel } as const;
const problem: Problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'the body is not JSON' };

/** Each with its required members and no more. */
const LEAST: Types = {
  NewDeal: { name: 'a deal', price: '100.50' },
  DealUpdate: {},
  Deal: { ...shown, name: 'a deal' },
  User: { ...shown, name: 'Ada Lovelace' },
  SshKey: shown,
  Address: shown,
  Command: command,
  CancelDealRecord: { ...shown, ...cancel, deal: '1' },
  CancelDealParameters: cancel,
  Links: _links,
  Problem: problem,
  Violation: { pointer: '', detail: 'must be an object' },
};

const attributes: Required<Pick<DealUpdate, 'held' | 'holdReason' | 'amercement' | 'completed' | 'completionDate'>> = {
  held: true,
  holdReason: 'waiting for papers',
  amercement: 25,
  completed: false,
  completionDate: '2031-03-31',
};

/** The same with optional and further members. */
const MORE: Partial<Types> = {
  DealUpdate: { ...attributes, currency: 'EUR' },
  Deal: { ...LEAST.Deal, ...attributes, price: 100, tags: ['urgent'] },
  User: { ...LEAST.User, email: 'ada@example.com', languages: ['en'] },
  SshKey: { ...shown, type: 'ssh-ed25519', key: 'AAAA', comment: 'ada@desk' },
  Address: { ...shown, street: '3 Mill Lane', city: 'Cambridge', country: 'GB' },
  Problem: { ...problem, errors: [LEAST.Violation] },
  Links: { ..._links, collection: { href: '/rest/1/deals/' } },
};

const ON_DEAL: readonly CommandOnDeal[] = [
  { action: 'UnholdDeal' },
  { action: 'HoldDeal', params: { reason: 'a reason' } },
  { action: 'ChangePrice', params: { newPrice: 1, reason: 'a reason' } },
];
const ON_ANY_DEAL: readonly CommandOnAnyDeal[] = ON_DEAL.map((on, i) => ({ ...on, deal: i === 0 ? '1' : i }));

const api = describeApi();
const check = createCheck(api);
const violationsOf = (name: string, value: unknown): readonly string[] =>
  check(api.components.schemas?.[name] ?? { not: {} }, value);

describe('values of the types keep the schemas', () => {
  it.each(Object.entries({ ...LEAST }))('%s with the least of members', (name, value) => {
    expect(violationsOf(name, value)).toEqual([]);
  });

  it.each(Object.entries({ ...MORE }))('%s with more of them', (name, value) => {
    expect(violationsOf(name, value)).toEqual([]);
  });

  it.each(Object.entries({ ...LEAST }))('%s without any one of its required members does not', (name, value) => {
    for (const member of Object.keys(value)) {
      const others = Object.fromEntries(Object.entries(value).filter(([key]) => key !== member));
      expect(violationsOf(name, others), `${name} without ${member}`).not.toEqual([]);
    }
  });

  it('commands on a deal, and commands that name theirs', () => {
    expect(ON_DEAL.flatMap((value) => violationsOf('CommandOnDeal', value))).toEqual([]);
    expect(ON_ANY_DEAL.flatMap((value) => violationsOf('CommandOnAnyDeal', value))).toEqual([]);
    expect(violationsOf('CommandOnAnyDeal', ON_DEAL[0])).not.toEqual([]);
    expect(violationsOf('CommandOnDeal', { action: 'HoldDeal' })).not.toEqual([]);
    expect(violationsOf('CommandOnDeal', { action: 'SellDeal' })).not.toEqual([]);
  });
});
