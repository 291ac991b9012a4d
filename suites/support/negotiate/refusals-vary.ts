import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { aboutUnknown, unknownIds } from '../ids.ts';
import { FAR } from '../nested/walks.ts';
import { resourceOf } from '../subjects.ts';
import { withFields } from '../with-fields.ts';
import { variesBy } from './vary.ts';

/**
 * What never was, asked for in two types: a cache may keep a 404 by itself (RFC 9110 15.1), so that one which comes in the type that was
 * asked for says so in Vary (12.5.5).
 */
export async function variesInRefusals(trial: Trial): Promise<readonly Answer[]> {
  const { mediaTypes, representations } = resourceOf(trial);
  const [first = 'json', second = 'json'] = representations;
  const all: Answer[] = [];
  for (const request of missing(trial)) {
    const ask = (accept: string): Promise<Answer> => trial.send(withFields(request, { accept }));
    const answers = [await ask(mediaTypes[first]), await ask(mediaTypes[second])];
    all.push(...answers);
    if (new Set(answers.map(({ mediaType }) => mediaType)).size < answers.length) continue;
    for (const answer of answers) if (isKept(answer)) varies(answer);
  }
  return all;
}

function varies(answer: Answer): void {
  const vary = `Vary: ${answer.header('Vary') ?? 'absent'}`;
  answer.owes(variesBy(answer, 'accept'), 'Vary: Accept on a 404 that comes in the type that was asked for', vary);
}

function isKept(answer: Answer): boolean {
  const isBarred = /no-store|no-cache|private/iu.test(answer.header('Cache-Control') ?? '');
  return answer.status === 404 && answer.size > 0 && !isBarred;
}

function missing(trial: Trial): readonly HttpRequest[] {
  const { item, nested } = resourceOf(trial);
  const [plain] = unknownIds(resourceOf(trial), trial.records.fresh).always ?? [];
  const records =
    item === undefined || plain === undefined ? [] : [aboutUnknown({ method: 'GET', address: item.address }, plain)];
  const past = nested.flatMap(({ address, owner, past: index = FAR }): HttpRequest[] =>
    owner === undefined
      ? []
      : [{ method: 'GET', address: fillTemplate(address, { id: owner, index }), about: 'missing' }],
  );
  return [...records, ...past];
}
