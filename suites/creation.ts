import { isAbsent } from '../core/http/status-kinds.ts';
import type { Suite } from '../core/rule.ts';
import { askedInEach } from './support/create/created-representations.ts';
import { unlessFull } from './support/create/full.ts';
import { unlessNotLetIn } from './support/create/let-in.ts';
import { lost, shown } from './support/descriptions.ts';
import { firstCreated } from './support/evidence.ts';
import { answering, resourceOf } from './support/subjects.ts';

type Id = 'create/status' | 'create/full-result';

/** The status of creations: document 4.1, 4.4-c1 and c6. */
export const creation: Suite<Id> = {
  'create/status': {
    level: 'must',
    clause: '4.1, 4.4-c1',
    title: 'creating answers 201',
    why: 'A client tells from the status alone that something new exists and can be addressed.',
    sends: 'A POST of the sample payload, and one for each representation that Accept may ask for.',
    due: 'Status 201, exactly; a POST may be refused where its answer could not be shown as asked, though not as a missing resource.',
    on: answering('created'),
    async check(trial) {
      const [first, ...others] = await askedInEach(trial);
      if (first !== undefined) await unlessNotLetIn(trial, first);
      if (first !== undefined) await unlessFull(trial, first);
      for (const { answer } of others) answer.owes(!isAbsent(answer), 'another status than that of a missing resource');
      const made = others.filter(({ answer }) => answer.succeeded);
      return [...(first === undefined ? [] : [first]), ...made].map(({ answer }) => answer.hasStatus(201));
    },
  },

  'create/full-result': {
    level: 'must',
    clause: '4.4-c6',
    title: 'creating answers 200 with the object in full',
    why: 'A service that returns the whole object on creation may answer 200, and then owes all of it.',
    sends: 'A POST of the sample payload.',
    due: 'Status 200 and every value that was sent in the body.',
    on: answering('full-result'),
    async check(trial) {
      const first = await firstCreated(trial);
      const { answer, payload } = first;
      await unlessNotLetIn(trial, first);
      await unlessFull(trial, first);
      answer.hasStatus(200);
      const missing = lost(answer, shown(payload, resourceOf(trial)));
      return answer.owes(
        missing.length === 0,
        'the object in full in the body',
        `a body without ${missing.join(', ')}`,
      );
    },
  },
};
