import { type Deviation, onAnswer, withStatus } from './deviation.ts';

/** Faults of deletion: document 4.1, 4.4-m1, 4.4-m4. */
export const deletion: readonly Deviation[] = [
  {
    id: 'delete-answers-202',
    title: 'A deletion that is done at once is answered 202.',
    breaks: ['delete/status'],
    wrap: onAnswer((response, { method }) =>
      method === 'DELETE' && response.status === 204 ? withStatus(response, 202) : response,
    ),
  },
];
