import type { Answer } from '../core/answer.ts';
import type { HttpRequest } from '../core/exchange.ts';
import type { Suite } from '../core/rule.ts';
import { createRecord, deletion } from './support/evidence.ts';
import { resourceOf, resourcesUnless, whyNotDeletable } from './support/subjects.ts';

const NONE = '"assayer-none"';
const LONG_AGO = 'Thu, 01 Jan 1970 00:00:01 GMT';

/** Conditions on what writes: RFC 9110 13.1.1, 13.1.4, 13.2.1. */
export const writeConditions: Suite<'validator/if-match'> = {
  'validator/if-match': {
    level: 'should',
    clause: 'RFC 9110 13.1.1, RFC 9110 13.1.4, RFC 9110 13.2.1',
    title: 'where If-Match is honoured, it is honoured throughout',
    why: 'It keeps two clients from undoing the changes of each other, and only if it always works.',
    sends:
      'DELETE of a new record with If-Match of another tag, alone and beside If-Unmodified-Since; with the current tag weakly; with the current one in a list beside an old If-Unmodified-Since.',
    due: 'Where the first is answered 412: 412 for each that does not match, with the record still there, and success for the one that does, whatever If-Unmodified-Since says.',
    on: resourcesUnless((resource, target) => {
      if (target.claims.validators === false) return 'the target claims no validators (validators = false)';
      return (
        whyNotDeletable(resource) ?? (resource.item === undefined ? `${resource.name} is not read by id` : undefined)
      );
    }),
    needs: ['delete/status'],
    async check(trial) {
      const record = await createRecord(trial);
      const request = deletion(resourceOf(trial), record);
      const read = (): Promise<Answer> => trial.send({ method: 'GET', address: record.address });
      const before = (await read()).asControl('reading the new record');
      const tag = before.header('ETag') ?? '';
      const send = (fields: Readonly<Record<string, string>>): Promise<Answer> =>
        trial.send(withFields(request, fields));
      const first = await send({ 'if-match': NONE });
      // Many servers read If-Match nowhere, which the document leaves to them.
      if (first.status !== 412)
        return {
          witness: [before, first],
          remark: `DELETE with If-Match of another tag was answered ${first.status}: it is not read`,
        };
      const since = { 'if-match': NONE, 'if-unmodified-since': before.header('Date') ?? LONG_AGO };
      const refused: Answer[] = [first, (await send(since)).hasStatus(412)];
      if (tag.startsWith('"')) refused.push((await send({ 'if-match': `W/${tag}` })).hasStatus(412));
      const after = await read();
      after.owes(after.status === 200, 'the record to be there after what was refused');
      // Weak tags match nothing here, and where each reading has another tag, none stays current.
      const current = after.header('ETag') ?? '';
      if (!current.startsWith('"') || (await read()).header('ETag') !== current) return [before, ...refused, after];
      const done = await send({ 'if-match': `${NONE}, ${current}`, 'if-unmodified-since': LONG_AGO });
      done.owes(done.status !== 412, `no 412 for If-Match: …, ${current}, whatever If-Unmodified-Since says`);
      return [before, ...refused, after, done];
    },
  },
};

function withFields(request: HttpRequest, fields: Readonly<Record<string, string>>): HttpRequest {
  return { ...request, headers: { ...request.headers, ...fields } };
}
