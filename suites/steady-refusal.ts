import type { Answer } from '../core/answer.ts';
import { isRefusal } from '../core/http/status-kinds.ts';
import { isObject } from '../core/representation/json-value.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { JsonObject, Resource } from '../core/target.ts';
import { createdBy, createdOtherwise, OTHERWISE, type Way, waysToTry } from './support/create/created-otherwise.ts';
import { invalidPayloads } from './support/create/invalid-payloads.ts';
import { nearlyNamed, withEmptySegments } from './support/create/nearly-named.ts';
import { created, createRequest } from './support/evidence.ts';
import { sendMalformed } from './support/payload/malformed.ts';
import { createdWronglyTyped } from './support/payload/wrongly-typed.ts';
import { storesNothingRefused } from './support/steady/refused-values.ts';
import { resourceOf, resourcesUnless, whyNotCreatable } from './support/subjects.ts';
import { changesNothing } from './support/unchanged.ts';
import { TAG_OF_NOBODY } from './support/validator/entity-tag.ts';

const BROKEN: readonly string[] = ['cut short', 'a comma too many', 'two values'];

/** What was refused left nothing behind, not even something that looks unlike what was sent. */
export const steadyRefusal: Suite<'create/refused'> = {
  'create/refused': {
    level: 'must',
    clause: '7 (400)',
    title: 'what is refused creates nothing',
    why: 'A client that corrects its request and sends it again would otherwise leave a half-made record behind each time.',
    sends:
      'Creations in broken JSON, in XML, under other Content-Types, with an Accept that nothing fits, with an If-Match that nothing meets, without each member of the sample in turn, with null for it, and with it in other letters, at addresses with an empty segment, and the invalid ones that the target file knows; a look at every list before and after. Then with values of other types for members, and the sample; what is taken is read. Then the list in each representation, and queries for values that the run sent in refused requests alone.',
    due: 'No record more than before, and none of those values. A value of another type is taken or refused, without a server error then or later.',
    on: resourcesUnless(
      (resource) =>
        whyNotCreatable(resource) ?? (resource.list === undefined ? `${resource.name} is not listed` : undefined),
    ),
    needs: ['create/malformed'],
    // Last, when the run itself creates nothing.
    passive: true,
    drivenBy: ['create/malformed', 'create/invalid'],
    async check(trial) {
      // A target may take JSON under another name. Then it is a creation, and not asked for below.
      const refused: Way[] = [];
      for (const way of await waysToTry(trial))
        if (isRefusal((await createdOtherwise(trial, way)).answer)) refused.push(OTHERWISE[way]);
      // Which members a creation needs is not shown (document 2): one that lacks a member, or has null there, is a creation or is refused.
      const beside = membersBeside(resourceOf(trial));
      const lacking = [...beside.map(without), ...beside.map(withNull)];
      const near = [...nearlyNamed(resourceOf(trial), beside), ...withEmptySegments(resourceOf(trial))];
      for (const way of [ON_CONDITION, ...lacking, ...near])
        if (isRefusal((await createdBy(trial, way)).answer)) refused.push(way);
      // Where the type of the body is not looked at, XML may be read as an empty record.
      if (refused.includes(OTHERWISE.asText) && isRefusal((await createdBy(trial, AS_XML)).answer))
        refused.push(AS_XML);
      const unchanged = await changesNothing(
        trial,
        () => refusals(trial, refused),
        'nothing created by what is refused',
      );
      // After all that looks at lists: what is taken may be there.
      const typed = await createdWronglyTyped(trial, beside);
      return [...unchanged, ...typed, ...(await storesNothingRefused(trial))];
    },
  },
};

const AS_XML: Way = ({ json: _json, ...request }, unique) => ({
  ...request,
  body: `<?xml version="1.0"?><deal><name>assayer ${unique}</name><price>100</price></deal>`,
  headers: { 'content-type': 'application/xml' },
});

/** The members of the sample without which it holds a fresh value still, by which a record of it is known as one of the run. */
function membersBeside({ create }: Resource): readonly string[] {
  const sample: JsonObject = create?.sample ?? {};
  const marked = Object.keys(sample).filter((member) => JSON.stringify(sample[member]).includes('{unique}'));
  return Object.keys(sample).filter((member) => marked.some((other) => other !== member));
}

function without(member: string): Way {
  return ({ json, ...request }) => {
    const members = isObject(json) ? Object.entries(json).filter(([name]) => name !== member) : [];
    return { ...request, body: JSON.stringify(Object.fromEntries(members)) };
  };
}

/** With null for a member, which may stand for none. */
function withNull(member: string): Way {
  return ({ json, ...request }) => ({
    ...request,
    body: JSON.stringify({ ...(isObject(json) ? json : {}), [member]: null }),
  });
}

/** With a condition that nothing meets (RFC 9110 13.1.1). Whether it is looked at in a creation is left to the target. */
const ON_CONDITION: Way = (request) => ({ ...request, headers: { ...request.headers, 'if-match': TAG_OF_NOBODY } });

async function refusals(trial: Trial, ways: readonly Way[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const way of ways) answers.push((await createdBy(trial, way)).answer);
  for (const how of BROKEN) answers.push(await sendMalformed(trial, { how, at: 0.5 }, trial.unique()));
  const resource = resourceOf(trial);
  for (const { title, payloadOf } of invalidPayloads(resource).slice(0, 3)) {
    const unique = trial.unique();
    const answer = await trial.send(createRequest(resource, payloadOf(unique), unique));
    created(trial, answer, {}, unique);
    if (answer.succeeded) notExercised(`a payload ${title} was accepted, which is for create/invalid`, answer);
    answers.push(answer);
  }
  return answers;
}
