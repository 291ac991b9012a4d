import fc from 'fast-check';
import type { Suite } from '../core/rule.ts';
import { commandOf } from './support/model/commands.ts';
import { commonGround } from './support/model/sides.ts';
import { stage } from './support/model/stage.ts';
import { sequences } from './support/model/steps.ts';
import { whyNotCreatable } from './support/subjects.ts';

type Id = 'model/sequence';

/** The whole, as one state machine: any sequence of requests, on the target and on the reference side by side. */
export const model: Suite<Id> = {
  'model/sequence': {
    level: 'must',
    clause: 'all',
    title: 'every sequence of requests comes to what it comes to on the reference',
    why: 'Faults that no single request shows come out when requests follow each other.',
    sends:
      'Generated sequences of creating, reading, listing, operating, deleting and looking up, each on deals of its own.',
    due: 'The same classes of status, the same fields and, before any operation, the values that were sent, as on the reference under the same claims.',
    operates: true,
    on: (target) => {
      const resource = target.resources.find(({ name, ofDocument }) => ofDocument && name === 'deals');
      const reason = resource === undefined ? 'the target has no deals of the document' : whyNotCreatable(resource);
      if (resource === undefined || reason !== undefined) return [{ id: 'target', notApplicable: reason ?? '' }];
      return [{ id: 'target', resource }];
    },
    async check(trial) {
      const common = await commonGround(trial);
      return trial.forAll(sequences(common.alphabet), async (steps) => {
        const on = stage(trial, common);
        await fc.asyncModelRun(() => ({ model: on, real: on }), steps.map(commandOf));
        return on.sent;
      });
    },
  },
};
